import { checkOptions, type PluginOptions, type Sink } from "@chatexport/core";
import { toolSink } from "@chatexport/core/turns";
import { chatRecords } from "./chat-records.js";
import { chatChanges } from "./diagnostics.js";
import { ownCalls } from "./own-calls.js";

export { sessionIdOf } from "./records.js";

/** This sink has no options. */
export const options: PluginOptions = {};

/**
 * Writes a session with its branches as a chat of Gemini CLI, which can go on with it. Throws an OptionError for any
 * option.
 */
export default function gemini(given: Record<string, never> = {}): Sink {
  checkOptions(given, options);
  return toolSink({
    ...{ name: "gemini", reasoning: "text", callPrefix: "call", ownCalls },
    alsoKeeps: ["branches"],
    ownReasoning: ({ text }) => (text?.trim() ? [{ type: "thinking", thinking: text }] : []),
    lines: chatRecords,
    diagnostic: chatChanges,
  });
}

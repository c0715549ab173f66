import { checkOptions, type PluginOptions, type Sink } from "@chatexport/core";
import { toolSink } from "@chatexport/core/turns";
import { importChanges } from "./diagnostics.js";
import { sessionMessages } from "./messages.js";
import { ownCalls } from "./own-calls.js";

export { sessionIdOf } from "./session-ids.js";

/** This sink has no options. */
export const options: PluginOptions = {};

/**
 * Writes the active branch of a session as the file that `opencode import` takes. Throws an OptionError for any
 * option.
 */
export default function opencode(given: Record<string, never> = {}): Sink {
  checkOptions(given, options);
  return toolSink({
    ...{ name: "opencode", reasoning: "text", callPrefix: "call", ownCalls },
    // It sends no signature of another model, and none is here.
    ownReasoning: ({ text }) => (text?.trim() ? [{ type: "thinking", thinking: text }] : []),
    document: { first: "info", others: "messages" },
    lines: sessionMessages,
    diagnostic: importChanges,
  });
}

import { checkOptions, type PluginOptions, type Sink } from "@chatexport/core";
import { toolSink } from "@chatexport/core/turns";
import { sessionChanges } from "./diagnostics.js";
import { ownCalls } from "./own-calls.js";
import { sessionEntries } from "./session-entries.js";

export { sessionIdOf } from "./entries.js";

/** This sink has no options. */
export const options: PluginOptions = {};

/**
 * Writes a session with its branches as a session of pi, which can go on with it. Throws an OptionError for any
 * option.
 */
export default function pi(given: Record<string, never> = {}): Sink {
  checkOptions(given, options);
  return toolSink({
    ...{ name: "pi", reasoning: "text", callPrefix: "call", ownCalls },
    alsoKeeps: ["branches"],
    // It shows reasoning to people, and sends none of another model.
    ownReasoning: ({ text }) => (text?.trim() ? [{ type: "thinking", thinking: text }] : []),
    lines: sessionEntries,
    diagnostic: sessionChanges,
  });
}

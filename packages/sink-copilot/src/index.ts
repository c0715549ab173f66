import { checkOptions, type PluginOptions, type Sink } from "@chatexport/core";
import { toolSink } from "@chatexport/core/turns";
import { eventChanges } from "./diagnostics.js";
import { ownCalls } from "./own-calls.js";
import { sessionEvents } from "./session-events.js";

export { sessionIdOf } from "./events.js";
export { workspaceText } from "./workspace.js";

/** This sink has no options. */
export const options: PluginOptions = {};

/**
 * Writes the active branch of a session as a session of Copilot CLI, which can go on with it. Throws an OptionError
 * for any option.
 */
export default function copilot(given: Record<string, never> = {}): Sink {
  checkOptions(given, options);
  return toolSink({
    ...{ name: "copilot", reasoning: "text", callPrefix: "call", ownCalls },
    // It shows reasoning to people.
    ownReasoning: ({ text }) => (text?.trim() ? [{ type: "thinking", thinking: text }] : []),
    lines: sessionEvents,
    diagnostic: eventChanges,
  });
}

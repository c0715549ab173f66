import { apiVersion, type Feature, jsonText, type Sink } from "@chatexport/core";
import { rolloutChanges } from "./diagnostics.js";
import { type RolloutOptions, settingsOf } from "./options.js";
import { rolloutOf } from "./rollout.js";

export { options, type RolloutOptions } from "./options.js";
export { threadIdOf } from "./rollout-lines.js";

/**
 * Writes the active branch of a session as a rollout of Codex, which can go on with it. Throws a TypeError for an
 * option that there is not.
 */
export default function codex(options: RolloutOptions = {}): Sink {
  const settings = settingsOf(options);
  return {
    name: "codex",
    apiVersion,
    extension: "codex.jsonl",
    mediaType: "application/x-ndjson",
    // The first record says which session a file is.
    isAlone: true,
    keeps: new Set<Feature>([
      ...(settings.reasoning === "text" ? (["reasoning"] as const) : []),
      ...(["tool-input", "tool-output", "files", "edits"] as const),
    ]),
    async *render(session, context) {
      const { lines, changes } = rolloutOf(session, settings);
      for (const line of lines) {
        // So that no half is taken for all.
        context.signal.throwIfAborted();
        yield `${jsonText(line)}\n`;
      }
      const told = rolloutChanges(session, changes);
      if (told) context.report(told);
    },
  };
}

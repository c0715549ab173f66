import { apiVersion, type Feature, jsonText, type Sink } from "@chatexport/core";
import { transcriptChanges } from "./diagnostics.js";
import { settingsOf, type TranscriptOptions } from "./options.js";
import { transcriptOf } from "./transcript.js";

export type { Reasoning } from "@chatexport/core/turns";
export { options, type TranscriptOptions } from "./options.js";
export { sessionIdOf } from "./record-chain.js";

/**
 * Writes the active branch of a session as a transcript of Claude Code, which can go on with it. Throws a
 * TypeError for an option that there is not.
 */
export default function claude(options: TranscriptOptions = {}): Sink {
  const settings = settingsOf(options);
  return {
    name: "claude",
    apiVersion,
    extension: "claude.jsonl",
    mediaType: "application/x-ndjson",
    // Of two conversations in one file, the client would go on with the last one only.
    isAlone: true,
    keeps: new Set<Feature>([
      ...(settings.reasoning === "text" ? (["reasoning"] as const) : []),
      ...(["tool-input", "tool-output", "files", "edits"] as const),
    ]),
    async *render(session, context) {
      const { records, changes } = transcriptOf(session, settings);
      for (const record of records) {
        // So that no half is taken for all.
        context.signal.throwIfAborted();
        yield `${jsonText(record)}\n`;
      }
      const told = transcriptChanges(session, changes);
      if (told) context.report(told);
    },
  };
}

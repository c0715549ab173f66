import type { Sink } from "@chatexport/core";
import { toolSink } from "@chatexport/core/turns";
import { transcriptChanges } from "./diagnostics.js";
import type { TranscriptOptions } from "./options.js";
import { ownCalls } from "./own-calls.js";
import { ownReasoning, transcriptRecords } from "./transcript.js";

export { type Reasoning, sessionUuid as sessionIdOf } from "@chatexport/core/turns";
export { options, type TranscriptOptions } from "./options.js";

/**
 * Writes the active branch of a session as a transcript of Claude Code, which can go on with it. Throws a
 * TypeError for an unknown value of an option.
 */
export default function claude({ reasoning = "omit" }: TranscriptOptions = {}): Sink {
  return toolSink({
    ...{ name: "claude", reasoning, callPrefix: "toolu", ownCalls, ownReasoning },
    lines: transcriptRecords,
    diagnostic: transcriptChanges,
  });
}

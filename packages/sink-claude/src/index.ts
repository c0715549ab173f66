import { checkOptions, type Sink } from "@chatexport/core";
import { toolSink } from "@chatexport/core/turns";
import { transcriptChanges } from "./diagnostics.js";
import { options, type TranscriptOptions } from "./options.js";
import { ownCalls } from "./own-calls.js";
import { ownReasoning, transcriptRecords } from "./transcript.js";

export { type Reasoning, sessionUuid as sessionIdOf } from "@chatexport/core/turns";
export { options, type TranscriptOptions };

/**
 * Writes the active branch of a session as a transcript of Claude Code, which can go on with it. Throws an
 * OptionError for an option or a value that it does not know.
 */
export default function claude(given: TranscriptOptions = {}): Sink {
  checkOptions(given, options);
  const { reasoning = "omit" } = given;
  return toolSink({
    ...{ name: "claude", reasoning, callPrefix: "toolu", ownCalls, ownReasoning },
    lines: transcriptRecords,
    diagnostic: transcriptChanges,
  });
}

import type { Context, JsonObject } from "@chatexport/core";
import { readJsonLines, reportLine, type TallyCounter } from "@chatexport/core/read";
import { collector, type TranscriptRecords } from "./transcript.js";

/** The records of a file that only counts. Those that are damaged are counted here, and reported. */
export async function* countedRecords(
  path: string,
  tally: TallyCounter,
  context: Context,
): AsyncGenerator<JsonObject> {
  for await (const batch of readJsonLines(path, context))
    for (const line of batch) {
      tally.read();
      if ("record" in line) yield line.record;
      else {
        tally.malformed();
        reportLine(line, path, context);
      }
    }
}

/**
 * Reads all records of a transcript. Reports each line that is none. `stored` are the ids of the
 * sub-agents that have transcripts of their own.
 */
export async function readTranscript(
  path: string,
  stored: ReadonlySet<string>,
  context: Context,
): Promise<TranscriptRecords> {
  const { add, records } = collector(path, context, stored);
  for await (const batch of readJsonLines(path, context)) for (const line of batch) add(line);
  return records();
}

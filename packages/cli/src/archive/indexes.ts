import { objectOf, parseLine } from "@chatexport/core/read";
import type { ArchivedFile } from "./archived-session.js";
import { readLines } from "./manifest.js";
import { isFile } from "./shape.js";

/** An index of the archive: the document of a sink over all sessions. */
export interface ArchivedIndex extends ArchivedFile {
  /** Name of the sink. */
  sink: string;
  /** What it was made from: a hash of its entries and its recipe. */
  of: string;
}

/** Reads which indexes the archive has; what is not understood is made anew. */
export async function readIndexes(path: string): Promise<ArchivedIndex[]> {
  const lines = (await readLines(path)).map((line): unknown => parseLine(line));
  return lines.filter(isIndex);
}

/** The text from which `readIndexes` reads them. */
export function indexesText(indexes: readonly ArchivedIndex[]): string {
  return indexes
    .toSorted((a, b) => (a.sink < b.sink ? -1 : 1))
    .map((index) => `${JSON.stringify(index)}\n`)
    .join("");
}

/** Whether a line that was parsed describes an index. */
export function isIndex(value: unknown): value is ArchivedIndex {
  const index = objectOf(value);
  return isFile(value) && typeof index?.sink === "string" && typeof index.of === "string";
}

import { type Hunk, type Json, type JsonObject, nonEmpty } from "@chatexport/core";
import { listOf, numberOf, objectOf, stringOf } from "@chatexport/core/read";

/**
 * The hunks of `result.diff` (1.0 on): `{ chunks: [{ diffString, oldStart, newStart, oldLines,
 * newLines }] }`, each text being the body of a hunk. Undefined unless every chunk says where it
 * belongs.
 */
export function chunkHunks(diff: Json | undefined): Hunk[] | undefined {
  const chunks = listOf(objectOf(diff)?.chunks) ?? [];
  const hunks = chunks.flatMap((chunk) => chunkHunk(objectOf(chunk) ?? {}));
  return hunks.length > 0 && hunks.length === chunks.length ? hunks : undefined;
}

/** The hunks of a unified diff; undefined when it has none. */
export function unifiedHunks(diff: Json | undefined): Hunk[] | undefined {
  const bodies: { oldStart: number; newStart: number; lines: string[] }[] = [];
  for (const line of bodyLines(stringOf(diff) ?? "")) {
    const place = /^@@ -(\d{1,9})(?:,\d{1,9})? \+(\d{1,9})(?:,\d{1,9})? @@/.exec(line);
    if (place) bodies.push({ oldStart: Number(place[1]), newStart: Number(place[2]), lines: [] });
    else bodies.at(-1)?.lines.push(marked(line));
  }
  return nonEmpty(
    bodies.map(({ oldStart, newStart, lines }) => counted(oldStart, newStart, lines)),
  );
}

function chunkHunk(chunk: JsonObject): Hunk | [] {
  const oldStart = numberOf(chunk.oldStart);
  const newStart = numberOf(chunk.newStart);
  const text = stringOf(chunk.diffString);
  if (text === undefined) return [];
  const [placed] = unifiedHunks(text) ?? [];
  if (placed) return placed;
  if (oldStart === undefined || newStart === undefined) return [];
  return counted(oldStart, newStart, bodyLines(text).map(marked));
}

function counted(oldStart: number, newStart: number, lines: string[]): Hunk {
  const count = (mark: string) => lines.filter((line) => line.startsWith(mark)).length;
  const unchanged = count(" ");
  return {
    oldStart,
    oldLines: unchanged + count("-"),
    newStart,
    newLines: unchanged + count("+"),
    lines,
  };
}

function bodyLines(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

// Some writers trim the mark of an unchanged line that is empty.
function marked(line: string): string {
  return /^[-+ \\]/.test(line) ? line : ` ${line}`;
}

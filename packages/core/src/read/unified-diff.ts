import { stringOf } from "../json.js";
import type { Hunk } from "../model.js";
import { nonEmpty } from "../present.js";

/** The hunks of a unified diff of one file; undefined when it has none. */
export function unifiedHunks(diff: unknown): Hunk[] | undefined {
  const bodies: Parameters<typeof countedHunk>[] = [];
  for (const line of linesOf(stringOf(diff) ?? "")) {
    const place = /^@@ -(\d{1,9})(?:,\d{1,9})? \+(\d{1,9})(?:,\d{1,9})? @@/.exec(line);
    if (place) bodies.push([Number(place[1]), Number(place[2]), []]);
    else bodies.at(-1)?.[2].push(marked(line));
  }
  return nonEmpty(bodies.map((body) => countedHunk(...body)));
}

/** A hunk as a unified diff writes it. */
export function hunkText({ oldStart, oldLines, newStart, newLines, lines }: Hunk): string {
  return [`@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`, ...lines].join("\n");
}

/** A hunk from where it begins on both sides, and its lines with their marks, which are counted. */
export function countedHunk(oldStart: number, newStart: number, lines: string[]): Hunk {
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

function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

// Some writers trim the mark of an unchanged line that is empty.
function marked(line: string): string {
  return /^[-+ \\]/.test(line) ? line : ` ${line}`;
}

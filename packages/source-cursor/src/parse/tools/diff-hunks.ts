import { type Hunk, type Json, type JsonObject, nonEmpty } from "@chatexport/core";
import {
  countedHunk,
  listOf,
  numberOf,
  objectOf,
  objectsOf,
  stringOf,
  unifiedHunks,
} from "@chatexport/core/read";

import { fieldsOf } from "../fields.js";

const contextLines = 3;

type Mark = " " | "+" | "-";

/** A line of a diff with the numbers that it has, or would have, in the old and the new file. */
interface NumberedLine {
  mark: Mark;
  text: string;
  old: number;
  new: number;
}

/**
 * The hunks of a diff kept line by line (3.15 on, `additionalData.precomputedDiff`):
 * `{ lines: [{ type: "added" | "removed" | "unchanged", content, originalLineNumber?,
 * modifiedLineNumber? }] }`. Undefined without a change, or without any line number.
 */
export function lineDiffHunks(diff: Json | undefined): Hunk[] | undefined {
  const lines = objectsOf(objectOf(diff)?.lines);
  if (!lines.some((line) => numbersOf(line).some((number) => number !== undefined)))
    return undefined;
  const numbered: NumberedLine[] = [];
  const next = { old: 1, new: 1 };
  for (const line of lines) {
    const mark = marks.get(stringOf(line.type) ?? "");
    const content = stringOf(line.content);
    if (mark === undefined || content === undefined) continue;
    const skipped = linesSkipped(line, mark, next);
    next.old += skipped;
    next.new += skipped;
    for (const text of content.replace(/\r?\n$/, "").split("\n")) {
      numbered.push({ mark, text, ...next });
      if (mark !== "+") next.old++;
      if (mark !== "-") next.new++;
    }
  }
  const stretches = [...stretchesOf(numbered)];
  return nonEmpty(
    stretches.map((stretch) => {
      const [first = next] = stretch;
      const marked = stretch.map(({ mark, text }) => mark + text);
      return hunkAt(first.old, first.new, marked);
    }),
  );
}

/** True when such a diff says nothing but what its hunks do. */
export function isLineDiff(value: Json): boolean {
  const diff = fieldsOf(objectOf(value) ?? {});
  for (const line of diff.objects("lines")) {
    line.string("content");
    line.word([...marks.keys()], "type");
    line.number("originalLineNumber");
    line.number("modifiedLineNumber");
  }
  return diff.rest() === undefined && lineDiffHunks(value) !== undefined;
}

const marks: ReadonlyMap<string, Mark> = new Map([
  ["added", "+"],
  ["removed", "-"],
  ["unchanged", " "],
]);

function numbersOf(line: JsonObject) {
  return [numberOf(line.originalLineNumber), numberOf(line.modifiedLineNumber)] as const;
}

/**
 * The number of unchanged lines that the diff leaves out before a line: as many in the old file as in the
 * new.
 */
function linesSkipped(line: JsonObject, mark: Mark, next: { old: number; new: number }): number {
  const [original, modified] = numbersOf(line);
  const inOld = mark === "+" || original === undefined ? 0 : original - next.old;
  const inNew = mark === "-" || modified === undefined ? 0 : modified - next.new;
  return Math.max(0, mark === "+" ? inNew : inOld || inNew);
}

/** The changed lines with the lines around them; a diff may have all lines of the file. */
function* stretchesOf(lines: readonly NumberedLine[]): Generator<NumberedLine[]> {
  let stretch: NumberedLine[] = [];
  let unchanged: NumberedLine[] = [];
  let before: NumberedLine | undefined;
  for (const line of lines) {
    const isApart = before !== undefined && !follows(line, before);
    if (stretch.length > 0 && (isApart || unchanged.length > 2 * contextLines)) {
      yield [...stretch, ...unchanged.slice(0, contextLines)];
      stretch = [];
    }
    if (isApart) unchanged = [];
    if (line.mark === " ") unchanged.push(line);
    else {
      const context = stretch.length > 0 ? unchanged : unchanged.slice(-contextLines);
      stretch.push(...context, line);
      unchanged = [];
    }
    before = line;
  }
  if (stretch.length > 0) yield [...stretch, ...unchanged.slice(0, contextLines)];
}

function follows(line: NumberedLine, before: NumberedLine): boolean {
  return (
    line.old === before.old + (before.mark === "+" ? 0 : 1) &&
    line.new === before.new + (before.mark === "-" ? 0 : 1)
  );
}

/** A hunk from where it begins on both sides, if each side has lines, and its lines with their marks. */
export function hunkAt(oldStart: number, newStart: number, lines: string[]): Hunk {
  const hunk = countedHunk(oldStart, newStart, lines);
  // As in unified diffs, a side without lines begins at the line before.
  if (hunk.oldLines === 0) hunk.oldStart--;
  if (hunk.newLines === 0) hunk.newStart--;
  return hunk;
}

/** The hunks of `result.diff` (1.0 on): `{ chunks: [{ diffString, oldStart, newStart, … }] }`, if all have a place. */
export function chunkHunks(diff: Json | undefined): Hunk[] | undefined {
  const chunks = listOf(objectOf(diff)?.chunks) ?? [];
  const hunks = chunks.flatMap((chunk) => chunkHunk(objectOf(chunk) ?? {}));
  return hunks.length === chunks.length ? nonEmpty(hunks) : undefined;
}

function chunkHunk(chunk: JsonObject): Hunk | [] {
  const text = stringOf(chunk.diffString);
  const [placed] = unifiedHunks(text) ?? [];
  if (placed) return placed;
  const oldStart = numberOf(chunk.oldStart);
  const newStart = numberOf(chunk.newStart);
  if (text === undefined || oldStart === undefined || newStart === undefined) return [];
  return unifiedHunks(`@@ -${oldStart} +${newStart} @@\n${text}`)?.[0] ?? [];
}

import type { FileEdit, Hunk } from "@chatexport/core";
import { structuredPatch } from "diff/lib/patch/create.js";

// The time for a diff grows with the number of lines that differ times the length.
const mostDifferences = 1000;

/** A part of a file that changed. */
export interface Change {
  /** As in unified diffs, each line begins with " ", "+", "-" or "\". */
  lines: string[];
  /** "-1,3 +1,4", known only when the tool recorded it. */
  position?: string;
}

// The facts about a session ask for the same as its document.
const known = new WeakMap<FileEdit, Change[]>();

/** The changes of an edit, as recorded or else computed; when complete, with all unchanged lines. */
export function changesOf(edit: FileEdit, isComplete: boolean): Change[] {
  if (isComplete) return computed(edit, true);
  const changes = known.get(edit) ?? computed(edit, false);
  known.set(edit, changes);
  return changes;
}

function computed(edit: FileEdit, isComplete: boolean): Change[] {
  const { hunks, before, after } = edit;
  if (hunks && !(isComplete && after !== undefined && !isCovered(after, hunks)))
    return hunks.map((hunk) => ({ lines: hunk.lines, position: positionOf(hunk) }));
  return compare(ended(before), ended(after), isComplete);
}

function compare(before: string, after: string, isComplete: boolean): Change[] {
  if (before === after) return [];
  if (before === "" || after === "") return replaced(before, after);
  const patch = structuredPatch("", "", before, after, undefined, undefined, {
    context: isComplete ? Number.POSITIVE_INFINITY : 3,
    maxEditLength: mostDifferences,
  });
  return patch ? patch.hunks.map(({ lines }) => ({ lines })) : replaced(before, after);
}

function replaced(before: string, after: string): Change[] {
  return [{ lines: [...marked("-", before), ...marked("+", after)] }];
}

function marked(mark: string, text: string): string[] {
  const lines = text.split("\n").slice(0, -1);
  return lines.map((line) => mark + line);
}

// Pieces of files seldom end in a line break; a diff would remark on that each time.
function ended(text = ""): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

function positionOf({ oldStart, oldLines, newStart, newLines }: Hunk): string {
  return `-${oldStart},${oldLines} +${newStart},${newLines}`;
}

function isCovered(after: string, hunks: readonly Hunk[]): boolean {
  const lines = new Set(hunks.flatMap((hunk) => hunk.lines.map((line) => line.slice(1))));
  return after.split("\n").every((line) => line === "" || lines.has(line));
}

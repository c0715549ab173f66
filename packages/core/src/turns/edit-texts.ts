import type { FileEdit } from "../model.js";
import { hunkText } from "../read/unified-diff.js";

/** A piece of a file and what replaces it. */
export interface Replacement {
  before: string;
  after: string;
}

/** The texts that an edit replaces, piece by piece; undefined when it does not hold them. */
export function replacementsOf({ hunks, before, after }: FileEdit): Replacement[] | undefined {
  if (hunks) {
    // Where nothing stood, nothing says where the new lines go.
    if (hunks.some(({ oldLines }) => oldLines === 0)) return undefined;
    return hunks.map(({ lines }) => ({ before: side(lines, "-"), after: side(lines, "+") }));
  }
  return before && after !== undefined ? [{ before, after }] : undefined;
}

/** The lines of one side of a hunk. */
function side(lines: readonly string[], sign: "+" | "-"): string {
  return lines
    .filter((line) => line.startsWith(" ") || line.startsWith(sign))
    .map((line) => line.slice(1))
    .join("\n");
}

/** Edits as text: the files, and diffs or what was written. */
export function describedEdits(edits: readonly FileEdit[]): string {
  return edits.map(describedEdit).join("\n\n");
}

function describedEdit({ path, newPath, kind, hunks, before, after }: FileEdit): string {
  const file = `${kind} ${path}${newPath === undefined ? "" : ` to ${newPath}`}`;
  if (hunks) return [file, ...hunks.map(hunkText)].join("\n");
  const old = before ? ["Before:", before] : [];
  return [file, ...old, ...(after === undefined ? [] : ["After:", after])].join("\n");
}

import type { Detail } from "@chatexport/document";
import { type Ink, quietInk } from "./ink.js";

/** Where lines are written: how much room there is, and in which ink. */
export interface Place {
  ink: Ink;
  detail: Detail;
  /** Columns for words, which read badly in long lines. */
  columns: number;
  /** All columns that are left, for code and tables. */
  widest: number;
  /** Longer lines of code are continued in further lines; elsewhere they stay whole. */
  isTerminal: boolean;
  /** How many folds are around it. */
  folds: number;
}

// In less room than this, words are broken more often than not.
const fewestColumns = 20;

/** Lines behind a mark; where there is no room for it, without one. */
export function* behind(
  [first, others]: readonly [string, string],
  columns: number,
  place: Place,
  linesAt: (inner: Place) => Iterable<string>,
): Generator<string> {
  if (place.columns - columns < fewestColumns) {
    yield* linesAt(place);
    return;
  }
  const inner = {
    ...place,
    columns: place.columns - columns,
    widest: place.widest - columns,
  };
  let mark = first;
  for (const line of linesAt(inner)) {
    yield line === "" ? mark.trimEnd() : mark + line;
    mark = others;
  }
}

/** The place in a fold. */
export function inFold(place: Place): Place {
  return { ...place, ink: quietInk(place.ink), folds: place.folds + 1 };
}

/** Whether only the beginning of a long text is shown. */
export function isExcerpt({ detail, folds }: Place): boolean {
  return detail !== "full" && folds > 0;
}

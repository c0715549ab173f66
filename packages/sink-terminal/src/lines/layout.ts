import type { Detail } from "@chatexport/document";
import { type Ink, quietInk } from "./ink.js";

/** The room and the ink for lines. */
export interface Layout {
  ink: Ink;
  detail: Detail;
  /** Columns for words, which read badly in long lines. */
  columns: number;
  /** All columns that are left, for code and tables. */
  widest: number;
  /** Longer lines of code are continued in further lines; elsewhere they stay whole. */
  isTerminal: boolean;
  /** The number of folds around it. */
  folds: number;
}

// In less room than this, words are broken more often than not.
const fewestColumns = 20;

/** Lines behind a mark; where there is no room for it, without one. */
export function* behind(
  [first, others]: readonly [string, string],
  columns: number,
  layout: Layout,
  linesAt: (inner: Layout) => Iterable<string>,
): Generator<string> {
  if (layout.columns - columns < fewestColumns) {
    yield* linesAt(layout);
    return;
  }
  const inner = {
    ...layout,
    columns: layout.columns - columns,
    widest: layout.widest - columns,
  };
  let mark = first;
  for (const line of linesAt(inner)) {
    yield line === "" ? mark.trimEnd() : mark + line;
    mark = others;
  }
}

/** The layout in a fold. */
export function inFold(layout: Layout): Layout {
  return { ...layout, ink: quietInk(layout.ink), folds: layout.folds + 1 };
}

/** True when only the beginning of a long text is shown. */
export function isExcerpt({ detail, folds }: Layout): boolean {
  return detail !== "full" && folds > 0;
}

import { formatCount } from "../../numbers.js";
import { fit } from "../../terminal/fit.js";
import type { Place } from "./place.js";

/** How many lines of a long text are shown, at its beginning and at its end. */
export interface Shown {
  first: number;
  last: number;
}

/**
 * The first and last of many lines, with a note in place of the others; `show` makes rows of a line
 * that is shown, with its place among all.
 */
export function* excerpt(
  lines: readonly string[],
  { first, last }: Shown,
  { ink, widest }: Place,
  show: (line: string, index: number) => Iterable<string>,
): Generator<string> {
  const hidden = lines.length - first - last;
  for (const [index, line] of lines.entries()) {
    // A note takes as much room as a line.
    if (hidden < 2 || index < first || index >= first + hidden) yield* show(line, index);
    else if (index === first)
      yield ink.quiet(fit(`… ${formatCount(hidden)} more lines (--detail full)`, widest));
  }
}

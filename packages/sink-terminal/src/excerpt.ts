import { fit } from "./fit.js";
import type { Layout } from "./layout.js";
import { formatCount } from "./numbers.js";

/** How many lines of a long text are shown, at its beginning and at its end. */
export interface Shown {
  first: number;
  last: number;
}

/**
 * The first and last of many lines, with a note instead of the others; `show` makes rows of a line
 * that is shown, given its index.
 */
export function* excerpt(
  lines: readonly string[],
  { first, last }: Shown,
  { ink, widest }: Layout,
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

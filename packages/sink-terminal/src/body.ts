import { type BodyBlock, visible } from "@chatexport/document";
import { excerpt, type Shown } from "./excerpt.js";
import { isExcerpt, type Layout } from "./layout.js";
import { markdownLines } from "./markdown/blocks.js";

const shownProse: Shown = { first: 4, last: 0 };

/** What somebody wrote; in a fold, how it begins. */
export function* body({ markdown, whole }: BodyBlock, layout: Layout): Generator<string> {
  if (!isExcerpt(layout)) {
    yield* markdownLines(markdown, layout);
    return;
  }
  const lines = [...markdownLines(whole === undefined ? markdown : visible(whole), layout)];
  // Of the little that is shown of a long text, nothing is blank.
  const isLong = lines.length > shownProse.first + 1;
  const legible = isLong ? lines.filter((line) => line !== "") : lines;
  yield* excerpt(legible, shownProse, layout, (line) => [line]);
}

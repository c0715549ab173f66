import { type BodyBlock, visible } from "@chatexport/document";
import { markdownLines } from "../markdown/blocks.js";
import { excerpt, type Shown } from "./excerpt.js";
import { isExcerpt, type Place } from "./place.js";

const shownProse: Shown = { first: 4, last: 0 };

/** What somebody wrote; in a fold, how it begins. */
export function* body({ markdown, whole }: BodyBlock, place: Place): Generator<string> {
  if (!isExcerpt(place)) {
    yield* markdownLines(markdown, place);
    return;
  }
  const lines = [...markdownLines(whole === undefined ? markdown : visible(whole), place)];
  // Of the little that is shown of a long text, nothing is blank.
  const isLong = lines.length > shownProse.first + 1;
  const legible = isLong ? lines.filter((line) => line !== "") : lines;
  yield* excerpt(legible, shownProse, place, (line) => [line]);
}

import type { NoticePart } from "../model.js";
import type { DamagedText } from "./damaged-lines.js";

/** The text of the note where a damaged record stood. */
export const damagedWords = "A damaged record";

/**
 * The most characters of a damaged line that are kept: one that a broken disk left can be as long as the
 * file.
 */
const longest = 1024 * 1024;

const code = "damaged-record";

/** The note where a damaged record stood, with what is left of it. */
export function damagedNotice({ text }: DamagedText): NoticePart {
  return {
    type: "notice",
    level: "warning",
    text: damagedWords,
    code,
    native: { text: text.slice(0, longest) },
  };
}

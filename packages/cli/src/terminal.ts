import { homedir } from "node:os";
import { sep } from "node:path";
import { withoutEscapeSequences } from "@chatexport/core";
import width from "fast-string-width";
import picocolors from "picocolors";

/** Functions that colour text, or leave it as it is. */
export type Colors = ReturnType<typeof picocolors.createColors>;

/** Colours for a stream; none when the user, the environment or the stream wants none. */
export function colorsFor(stream: NodeJS.WriteStream, wanted: boolean): Colors {
  return picocolors.createColors(wanted && Boolean(stream.isTTY) && stream.hasColors());
}

/** One line of text that can neither control a terminal nor reorder what stands around it. */
export function clean(text: string): string {
  return withoutEscapeSequences(text)
    .replace(/[\p{Cc}\s]+/gu, " ")
    .replace(/(?![\u200c\u200d])\p{Cf}|\p{Cs}/gu, "")
    .trim();
}

/** A document that can do neither; its lines and tabs stay. */
export function cleanDocument(text: string): string {
  return text.replace(/(?!\n|\t|\r\n)\p{Cc}|(?![\u200c\u200d])\p{Cf}/gu, "\ufffd");
}

/** As much of a text as fits into so many columns of a terminal. */
export function fit(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  // Made when it is needed: it takes as long as starting the program.
  const characters = new Intl.Segmenter("en", { granularity: "grapheme" });
  let fitting = "";
  for (const { segment } of characters.segment(text)) {
    if (width(fitting + segment) >= columns) break;
    fitting += segment;
  }
  return `${fitting}…`;
}

/** A path as people write it: below the home folder it begins with `~`. */
export function shortPath(path: string): string {
  const home = homedir() + sep;
  return clean(path.startsWith(home) ? `~${sep}${path.slice(home.length)}` : path);
}

import { homedir } from "node:os";
import { sep } from "node:path";
import { withoutEscapeSequences } from "@chatexport/core";

/** One line of text that can neither control a terminal nor reorder what stands around it. */
export function clean(text: string): string {
  return withoutEscapeSequences(text)
    .replace(blanks, " ")
    .replace(/(?![\u200c\u200d])\p{Cf}|\p{Cs}/gu, "")
    .trim();
}

/** All but single spaces, which most are. */
const blanks = /[\p{Cc}\s]{2,}|(?! )[\p{Cc}\s]/gu;

/** A document that can do neither; its lines and tabs stay. */
export function cleanDocument(text: string): string {
  return text.replace(/(?!\n|\t|\r\n)\p{Cc}|(?![\u200c\u200d])\p{Cf}/gu, "\ufffd");
}

/** A path as people write it: below the home folder it begins with `~`. */
export function shortPath(path: string): string {
  const home = homedir() + sep;
  return clean(path.startsWith(home) ? `~${sep}${path.slice(home.length)}` : path);
}

import { safeText } from "@chatexport/core";

// All after the tab end a line for some program.
const spaces = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;
const tabStop = 4;

/** A text in one line that commands no terminal. Its spaces stay, for it may be a part of a line. */
export function harmlessLine(text: string): string {
  return safeText(text.replace(spaces, " "));
}

/** The lines of a text, which command no terminal; tabs are spaces, so that their width is known. */
export function harmlessLines(text: string): string[] {
  return text.split(/\r\n?|\n/).map((line) => harmlessLine(withoutTabs(line)));
}

function withoutTabs(line: string): string {
  const [first = "", ...others] = line.split("\t");
  let spaced = first;
  for (const piece of others) {
    spaced += " ".repeat(tabStop - (spaced.length % tabStop)) + piece;
  }
  return spaced;
}

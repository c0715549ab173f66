import { withoutEscapeSequences } from "@chatexport/core";

/** A text in one line of at most so many characters. */
export function oneLine(text: string, limit = 120): string {
  return shortened(visible(text).replace(/\s+/g, " ").trim(), limit);
}

/** The first line of a text that is not blank, with a sign when there is more. */
export function firstLine(text: string, limit = 100): string {
  const lines = visible(text).trim();
  const end = lines.indexOf("\n");
  if (end === -1) return oneLine(lines, limit);
  return `${oneLine(lines.slice(0, end), limit).replace(/…$|(?<=\p{L})\.$/u, "")}…`;
}

/** True when a text is a single line that is short enough for a summary. */
export function isShort(text: string): boolean {
  return text.length <= 100 && !text.trim().includes("\n");
}

/** True when there is anything to read in a text. */
export function isLegible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(visible(text));
}

/** The number of times that a text goes on in another line. */
export function lineBreaks(text: string): number {
  let breaks = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) breaks++;
  return breaks;
}

/** `1 message`, `2 messages`, `2 branches`. */
export function count(number: number, noun: string): string {
  const ending = noun.endsWith("ch") ? "es" : "s";
  return `${number} ${noun}${number === 1 ? "" : ending}`;
}

function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const characters = [...text.slice(0, 2 * limit)];
  if (characters.length <= limit) return text;
  return `${characters.slice(0, limit).join("").trimEnd()}…`;
}

const control = /[^\P{Cc}\t\n]/gu;

/** A text without what a terminal would obey: escape sequences and control characters. Lines end in "\n". */
export function visible(text: string): string {
  if (text.search(control) === -1) return text;
  return withoutEscapeSequences(text.replace(/\r\n?/g, "\n")).replace(control, "");
}

/** A text in one line as people read it: without the marks of Markdown for code, strong words and links. */
export function withoutMarks(line: string): string {
  return line
    .replace(/ ?\[Image #\d{1,9}\]/g, "")
    .replace(/^#{1,6} |(?<!\S)`{3,}\w{0,20}/g, "")
    .replace(/`+|(?<![\w*])\*\*(?=\S)|(?<=[^\s*])\*\*(?![\w*])/g, "")
    .replace(/!?\[([^\][\n]{1,300})\]\([^()\s]{1,1000}\)/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}

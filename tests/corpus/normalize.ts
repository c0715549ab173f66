import { withoutEscapeSequences } from "@chatexport/core";

/** The text with every run of white space as one space. */
export function squeezed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

const entities: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"' };
const entity = /&(?:(lt|gt|amp|quot)|#(\d{1,7})|#x([\da-fA-F]{1,6}));/g;

/**
 * The lines of a text without white space and without what a Markdown writer may add to or change
 * in a line: escapes, entities, quote, heading, list and diff marks, the underlines of headings,
 * fences, and the codes that colour a terminal. Lines of which nothing is left are left out.
 */
export function bareLines(text: string): string[] {
  return text.split("\n").map(bareLine).filter(Boolean);
}

/** The text with the characters that its entities stand for. */
export function decoded(text: string): string {
  return text.replace(entity, (_, name?: string, decimal?: string, hexadecimal?: string) =>
    name ? (entities[name] ?? "") : character(decimal ?? `0x${hexadecimal}`),
  );
}

function bareLine(line: string): string {
  return withoutEscapeSequences(decoded(line))
    .replace(/[\\\s]+/g, "")
    .replace(/^[>#*+=-]+/, "")
    .replace(/^`{3,}$/, "");
}

function character(number: string): string {
  const code = Number(number);
  return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

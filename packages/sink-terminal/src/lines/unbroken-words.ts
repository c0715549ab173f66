import width from "fast-string-width";

/**
 * Text for people, in lines that a terminal does not tear within words; a broken line goes on below
 * its first word. One with a word that has no room, as a path, is left to the terminal, so that the
 * word can be copied. Without a terminal nothing is broken.
 */
export function withUnbrokenWords(
  text: string,
  { isTTY, columns }: { isTTY?: boolean; columns?: number },
): string {
  if (!isTTY || !columns) return text;
  return text
    .split("\n")
    .map((line) => (width(line) <= columns ? line : broken(line, columns)))
    .join("\n");
}

function broken(line: string, columns: number): string {
  const words = line.trimStart().split(" ");
  const indent = " ".repeat(line.length - line.trimStart().length);
  const room = columns - indent.length;
  if (words.some((word) => width(word) > room)) return line;
  let written = indent;
  let left = room;
  for (const [index, word] of words.entries()) {
    const taken = width(word);
    if (index > 0 && taken >= left) {
      written += `\n${indent}`;
      left = room;
    } else if (index > 0) {
      written += " ";
      left--;
    }
    written += word;
    left -= taken;
  }
  return written;
}

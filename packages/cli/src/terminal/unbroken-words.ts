import width from "fast-string-width";

/**
 * What is said to people, in lines that a terminal does not tear within words; a broken line goes on
 * below its first word. One with a word that has no room, as a path, is left to the terminal, so that
 * the word can be copied. Without a terminal nothing is broken.
 */
export function withUnbrokenWords(text: string, { isTTY, columns }: NodeJS.WriteStream): string {
  if (!isTTY || !columns) return text;
  return text
    .split("\n")
    .map((line) => (width(line) <= columns ? line : broken(line, columns)))
    .join("\n");
}

function broken(line: string, columns: number): string {
  const words = line.trimStart().split(" ");
  const indent = " ".repeat(line.length - line.trimStart().length);
  let written = indent;
  let left = columns - indent.length;
  for (const [index, word] of words.entries()) {
    const taken = width(word);
    if (taken > columns - indent.length) return line;
    const isFirst = index === 0;
    if (isFirst || taken < left) {
      written += isFirst ? word : ` ${word}`;
      left -= taken + (isFirst ? 0 : 1);
    } else {
      written += `\n${indent}${word}`;
      left = columns - indent.length - taken;
    }
  }
  return written;
}

const longestTitle = 200;

/** A prompt as a title of at most 200 characters; undefined when it has no word. */
export function promptTitle(text: string): string | undefined {
  return /[\p{L}\p{N}]/u.test(text.slice(0, 4 * longestTitle)) ? oneLine(text) : undefined;
}

/** A text on one line, cut as a title is; undefined when it is blank. */
export function oneLine(text: string): string | undefined {
  const line = text
    .slice(0, 4 * longestTitle)
    .replace(/\s+/g, " ")
    .trim();
  if (line.length <= longestTitle) return line || undefined;
  // Cut between characters, never inside a surrogate pair.
  return `${Array.from(line.slice(0, 2 * longestTitle))
    .slice(0, longestTitle)
    .join("")}…`;
}

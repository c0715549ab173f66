/** Characters of a title as a source gives it: what tells that a word is a secret may stand far behind it. */
const longestTitle = 1000;

/** Characters of a title as it is shown, once secrets are masked. */
const longestShown = 200;

/**
 * A prompt as the title that a source gives, of at most 1000 characters, without the mark of a heading
 * that it begins with; undefined when it has no word.
 */
export function promptTitle(text: string): string | undefined {
  if (!/[\p{L}\p{N}]/u.test(text.slice(0, 4 * longestShown))) return undefined;
  return oneLine(text.replace(/^\s*#{1,6}\s/, ""));
}

/** A title as it is shown, of at most 200 characters. Secrets have to be masked before. */
export function shownTitle(title: string): string {
  return title.length <= longestShown ? title : (oneLine(title, longestShown) ?? title);
}

/**
 * A text on one line of at most so many characters; undefined when it is blank. It is cut between
 * words: of a password or a key that was cut, nobody could tell any more that it is one.
 */
export function oneLine(text: string, longest: number = longestTitle): string | undefined {
  const beginning = text.slice(0, 4 * longest);
  const line = beginning.replace(/\s+/g, " ").trim();
  // Cut between characters, never inside a surrogate pair.
  const characters = Array.from(line);
  if (characters.length <= longest && text.trimEnd().length <= beginning.length)
    return line || undefined;
  const kept = characters.slice(0, longest).join("");
  const next = characters[longest] ?? text[beginning.length] ?? " ";
  return `${isInWord(next) ? withoutLastWord(kept) : kept.trimEnd()}…`;
}

/** Whether a character belongs to a word of the alphabet in which secrets are written. */
function isInWord(character: string): boolean {
  return /[!-~]/.test(character);
}

/** The text up to its last word; of a single long one, such as an address, up to its last whole part. */
function withoutLastWord(text: string): string {
  let start = text.length;
  while (start > 0 && isInWord(text[start - 1] ?? "")) start--;
  const before = text.slice(0, start).trimEnd();
  if (before !== "") return before;
  const part = Math.max(...["/", "?", "&", ",", ";"].map((sign) => text.lastIndexOf(sign)));
  return text.slice(0, Math.max(part + 1, shortestBeginning));
}

/** So much of a secret gives nothing away. */
const shortestBeginning = 12;

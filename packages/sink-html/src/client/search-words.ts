/*
 * The form of words that are kept and looked for: the package runs this file, too, so that a search asks
 * for words as they were kept.
 */

/** A file of texts has those of so many sessions. */
const textsInFile = 20;

/**
 * The words of a text as the search compares them: without case and accents, each once, no longer than 40
 * characters. Scripts without spaces between words give each two characters in a row.
 */
function searchWords(text: string): string[] {
  const words = new Set<string>();
  for (const run of foldedText(text).match(/[\p{L}\p{N}_]+/gu) ?? [])
    for (const piece of run.split(
      /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+)/u,
    )) {
      if (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(piece))
        for (let at = 0; at + 1 < piece.length; at++) words.add(piece.slice(at, at + 2));
      else if (piece.length > 1) words.add(piece.slice(0, 40));
    }
  return [...words];
}

/** A text without case and accents. */
function foldedText(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
}

/**
 * The number of the file that holds a word; all words that begin with the same two characters are
 * in one.
 */
function shardOf(word: string, shards: number): number {
  return (word.charCodeAt(0) * 31 + word.charCodeAt(1)) % shards;
}

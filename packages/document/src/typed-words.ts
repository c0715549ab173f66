// Letters of Chinese, Japanese, Thai, Lao, Khmer and Burmese, which have no spaces between words.
const unspaced =
  /(?!\p{P})[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/gu;

// Punctuation beyond ASCII is that of a language. Some scripts join letters by characters of format.
const word =
  /^(?:["'(]|(?!\p{ASCII})\p{P})*@?[\p{L}\p{N}][\p{L}\p{M}\p{N}'’/_.\p{Cf}-]*(?:[,;:!?)"]|(?![\p{ASCII}’])\p{P})*\.?$/u;
const sentenceStart = /^(?:["'(]|(?!\p{ASCII})\p{P})*字/u;
const sentenceEnd = /字(?:(?!\p{ASCII})\p{P})*$/u;

/** The words and other pieces of a line. */
export interface WordCount {
  /** The pieces between spaces. */
  pieces: number;
  words: number;
  /** Words, and pieces that are none. */
  all: number;
}

/** Counts the words of a line. Where a script has no spaces between them, a word is two letters. */
export function countWords(line: string): WordCount {
  const pieces = line.trim().replace(unspaced, "字").split(/\s+/);
  const count = { pieces: pieces.length, words: 0, all: 0 };
  for (const piece of pieces) {
    const isProse = word.test(piece) || sentenceStart.test(piece) || sentenceEnd.test(piece);
    const words = isProse ? Math.max(1, Math.ceil((piece.split("字").length - 1) / 2)) : 0;
    count.words += words;
    count.all += words || 1;
  }
  return count;
}

import { closestMatch } from "leven";

/**
 * The word that was meant by one that is none: mistyped in one place; mistyped in several, but alike
 * in how it begins or what it contains; or shortened, as in "md".
 */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  const isAlike = (other: string) =>
    typed.startsWith(other.charAt(0)) || typed.includes(other) || other.includes(typed);
  const alike = words.filter((one) => isAlike(one.toLowerCase()));
  return (
    closestMatch(word, words, { maxDistance: 1 }) ??
    closestMatch(word, alike, { maxDistance: Math.ceil(word.length / 2) }) ??
    alike.find((one) => isShortened(typed, one.toLowerCase()))
  );
}

/** Whether the word begins with the first letter, and the others stand in it in the same order. */
function isShortened(typed: string, word: string): boolean {
  if (!word.startsWith(typed.charAt(0))) return false;
  let at = -1;
  return [...typed].every((letter) => {
    at = word.indexOf(letter, at + 1);
    return at !== -1;
  });
}

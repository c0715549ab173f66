import { closestMatch } from "leven";

/** Ends the run with one sentence: 1, it could not be done; 2, it could not be understood; 130, it was interrupted. */
export class CliError extends Error {
  readonly exitCode: 1 | 2 | 130;

  /** With a cause, `--verbose` shows where it was thrown. */
  constructor(exitCode: 1 | 2 | 130, message: string, cause?: unknown) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

/** An error about words of the user that cannot be understood; the message says which can. */
export function usageError(message: string, cause?: unknown): CliError {
  return new CliError(2, message, cause);
}

/** A usage error about an option that asks for a PDF. */
export function noPdf(option: string): CliError {
  return usageError(
    `${option}: chatexport writes no PDF. Write --to html, open the page and print it.`,
  );
}

/** More words than these do not help a user who has mistyped one. */
const mostWords = 12;

/** A usage error about a word where only a few are possible; it names the nearest, and all unless they are many. */
export function unknownWord(what: string, word: string, words: readonly string[]): CliError {
  const nearest = nearestWord(word, words);
  const hint = nearest === undefined ? "" : ` (did you mean '${nearest}'?)`;
  if (hint !== "" && words.length > mostWords)
    return usageError(`unknown ${what} '${word}'${hint}.`);
  const choice = words.length > 0 ? `choose from ${words.join(", ")}` : "there is none";
  return usageError(`unknown ${what} '${word}'${hint}; ${choice}.`);
}

/**
 * The word that was meant by one that is none: mistyped in one place; the beginning of a longer one, as in
 * "claude-code"; mistyped in several, but alike in how it begins or what it contains; or shortened, as in "md".
 */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  const isAlike = (other: string) =>
    typed.startsWith(other.charAt(0)) || typed.includes(other) || other.includes(typed);
  const alike = words.filter((one) => isAlike(one.toLowerCase()));
  const begun = alike.filter((one) => typed.startsWith(`${one}-`));
  return (
    closestMatch(word, words, { maxDistance: 1 }) ??
    begun.at(-1) ??
    closestMatch(word, alike, { maxDistance: Math.ceil(word.length / 2) }) ??
    alike.find((one) => isShortened(typed, one.toLowerCase()))
  );
}

/** True when the word begins with the first letter, and has the others in the same order. */
function isShortened(typed: string, word: string): boolean {
  if (!word.startsWith(typed.charAt(0))) return false;
  let at = -1;
  return [...typed].every((letter) => {
    at = word.indexOf(letter, at + 1);
    return at !== -1;
  });
}

import { closestMatch } from "leven";

/** Ends the run with one sentence: 1, it could not be done; 2, it could not be understood; 130, it was interrupted. */
export class CliError extends Error {
  readonly exitCode: 1 | 2 | 130;

  constructor(exitCode: 1 | 2 | 130, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** What the user typed cannot be understood; the message says what would be. */
export function usageError(message: string): CliError {
  return new CliError(2, message);
}

/** A usage error about a word where only a few are possible; it names the nearest and all. */
export function unknownWord(what: string, word: string, words: readonly string[]): CliError {
  const nearest = closestMatch(word, words, { maxDistance: Math.ceil(word.length / 2) });
  const hint = nearest === undefined ? "" : ` (did you mean '${nearest}'?)`;
  const choice = words.length > 0 ? `choose from ${words.join(", ")}` : "there is none";
  return usageError(`unknown ${what} '${word}'${hint}; ${choice}.`);
}

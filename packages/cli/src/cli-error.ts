import { nearestWord } from "./nearest-word.js";

/** Ends the run with one sentence: 1, it could not be done; 2, it could not be understood; 130, it was interrupted. */
export class CliError extends Error {
  readonly exitCode: 1 | 2 | 130;

  /** With a cause, `--verbose` shows where it was thrown. */
  constructor(exitCode: 1 | 2 | 130, message: string, cause?: unknown) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

/** What the user typed cannot be understood; the message says what would be. */
export function usageError(message: string, cause?: unknown): CliError {
  return new CliError(2, message, cause);
}

/** More words than these are no help to who has mistyped one. */
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

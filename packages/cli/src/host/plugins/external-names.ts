const strangers = new Set<string>();

/** Notes that the code of other people runs from now on, by the word that names it. */
export function noteStranger(word: string): void {
  strangers.add(word);
}

/** The words of `--from` and `--to` whose code runs here and does not come with the program. */
export function namesOfStrangers(): string[] {
  return [...strangers];
}

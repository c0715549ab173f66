/** A text as the beginning of a sentence. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A text as a sentence, with a full stop. */
export function sentence(text: string): string {
  return capitalized(text) + (text.endsWith(".") ? "" : ".");
}

/** Words as a sentence lists them: "Codex, pi and Qwen Code". */
export function listed(words: readonly string[]): string {
  return new Intl.ListFormat("en-GB").format(words);
}

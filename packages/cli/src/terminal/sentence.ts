/** A text as the beginning of a sentence. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A text as a sentence, with a full stop. */
export function sentence(text: string): string {
  return capitalized(text) + (text.endsWith(".") ? "" : ".");
}

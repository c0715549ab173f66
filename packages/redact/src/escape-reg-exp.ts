/** The source of a regular expression that matches the text and nothing else, with the flag `u`. */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

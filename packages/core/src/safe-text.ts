// A control sequence ("\u001b[31m"), a choice of characters ("\u001b(B"), or a command to the terminal
// ("\u001b]0;title\u0007"). Unlike the pattern of `stripVTControlCharacters` in Node 24, this takes no more
// time than the text is long.
const sequences =
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]|\u001b[ -/]+[0-~]|\u001b\][^\u0007\u001b\u009c]*(?:\u0007|\u001b\\|\u009c)/g;

/** A text without what colours it or commands a terminal; single control characters stay. */
export function withoutEscapeSequences(text: string): string {
  return text.replace(sequences, "");
}

/** One line of text that can neither control a terminal nor reorder the text around it. */
export function safeLine(text: string): string {
  return withoutEscapeSequences(text)
    .replace(blanks, " ")
    .replace(/(?![\u200c\u200d])\p{Cf}|\p{Cs}/gu, "")
    .trim();
}

/** Blanks and control characters, but for single spaces: those stay as they are. */
const blanks = /[\p{Cc}\s]{2,}|(?! )[\p{Cc}\s]/gu;

/** A text of many lines that can do neither; its lines and tabs stay. */
export function safeText(text: string): string {
  return text.replace(/(?!\n|\t|\r\n)\p{Cc}|(?![\u200c\u200d])\p{Cf}/gu, "\ufffd");
}

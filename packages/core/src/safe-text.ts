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

/**
 * An unknown name, if it is plain, else "(not a plain name)": an id, a path or a text may say something
 * about the user.
 */
export function plainName(name: string): string {
  return plain.test(name) && !idLike.test(name) ? name : "(not a plain name)";
}

const plain = /^[A-Za-z_][\w./-]{0,59}$/;
/** Eight hexadecimal digits in a row, one of them no letter, are of an id or a hash. */
const idLike = /(?=[a-f]{0,7}\d)[\da-f]{8}/i;

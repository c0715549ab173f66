/** A scheme; one letter is a drive, and digits behind the colon are a line of a file or a port. */
const scheme = /^[a-z][a-z0-9+.-]+:(?!\d)/i;

const toPages = /^(?:https?|mailto):/i;

/**
 * Whether a link destination, as it is written in Markdown, has a scheme that leads to neither a page
 * nor a mailbox: others run code, or open programs of the reader's machine with what stands behind
 * them. Character references, escapes and white space are seen through.
 */
export function isDangerousUrl(destination: string): boolean {
  // A scheme ends before the first of these, and only these can hide one.
  const start = /^[^/?#]*/.exec(destination)?.[0] ?? "";
  if (!/[:&\\]/.test(start)) return false;
  const address = decode(destination).replace(/[^!-~]/g, "");
  return scheme.test(address) && !toPages.test(address);
}

function decode(text: string): string {
  return text
    .replace(/&#x([0-9a-f]{1,6});/gi, (_, code: string) => character(Number.parseInt(code, 16)))
    .replace(/&#([0-9]{1,7});/g, (_, code: string) => character(Number.parseInt(code, 10)))
    .replace(/&colon;/g, ":")
    .replace(/&(?:Tab|NewLine);/g, "")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1");
}

function character(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

const dangerous = /^(?:javascript|data|vbscript|file):/i;

/**
 * Whether a link destination, as it is written in Markdown, has a scheme that can run code or reach
 * into the reader's machine. Character references, escapes and white space are seen through.
 */
export function isDangerousUrl(destination: string): boolean {
  // A scheme ends before the first of these, and only these can hide one.
  const start = /^[^/?#]*/.exec(destination)?.[0] ?? "";
  if (!/[:&\\]/.test(start)) return false;
  return dangerous.test(decode(destination).replace(/[^!-~]/g, ""));
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

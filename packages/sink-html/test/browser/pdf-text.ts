import { inflateSync } from "node:zlib";

/**
 * The texts of a PDF of Chromium, once as each of its fonts reads it: a sentence in one font is
 * without its spaces in one of these texts.
 */
export function textsOfPdf(pdf: Buffer): string[] {
  const streams = streamsOf(pdf);
  const fonts = streams.filter((stream) => stream.includes("begincmap")).map(lettersOf);
  const shown = streams.flatMap((stream) => stream.match(/<[0-9A-F]+> Tj/g) ?? []);
  const glyphs = shown.flatMap((text) => text.match(/[0-9A-F]{4}/g) ?? []);
  return fonts.map((letters) => glyphs.map((glyph) => letters.get(glyph) ?? "").join(""));
}

function streamsOf(pdf: Buffer): string[] {
  const streams: string[] = [];
  for (let at = pdf.indexOf("stream\n"); at >= 0; at = pdf.indexOf("stream\n", at + 1)) {
    const end = pdf.indexOf("endstream", at);
    try {
      streams.push(inflateSync(pdf.subarray(at + "stream\n".length, end)).toString("latin1"));
    } catch {
      // An image, which says nothing, or the word at the end of a stream.
    }
  }
  return streams;
}

/** The letter of each glyph, from the table that a font has for those who copy text. */
function lettersOf(table: string): Map<string, string> {
  const letters = new Map<string, string>();
  const lines = table.matchAll(/^<([0-9A-F]{4})>(?: <([0-9A-F]{4})>)? <([0-9A-F]{4})>$/gm);
  for (const [, first = "", last = first, letter = ""] of lines) {
    const from = Number.parseInt(first, 16);
    for (let glyph = from; glyph <= Number.parseInt(last, 16); glyph++) {
      const code = Number.parseInt(letter, 16) + glyph - from;
      const name = glyph.toString(16).toUpperCase().padStart(4, "0");
      letters.set(name, code === 0x20 ? "" : String.fromCharCode(code));
    }
  }
  return letters;
}

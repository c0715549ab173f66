/** An element of a list, or the reason why there is no list or no more of it. */
export type Element =
  | {
      /** Bytes before it in the file. */
      start: number;
      /** Its length in bytes. */
      length: number;
      /** Its JSON, as far as it is any. */
      bytes: Buffer;
    }
  | { start: number; malformed: "no-list" | "cut-off" | "more-after-end" };

/**
 * The elements of a JSON list, one at a time, so that a list of hundreds of megabytes is never one
 * string. It only looks for where elements begin and end: whether one is JSON shows when it is parsed.
 */
export async function* elementsOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Element> {
  const scan: Scan = { phase: "before", depth: 0, inString: false, escaped: false };
  /** Bytes before the current chunk. */
  let offset = 0;
  /** Bytes before the current element; undefined between two. */
  let start: number | undefined;
  /** The current element as far as it lies in earlier chunks. */
  let pending: Buffer[] = [];

  for await (const chunk of chunks) {
    for (let index = 0; index < chunk.length; index++) {
      const at = offset + index;
      const byte = chunk[index] ?? 0;
      const step = take(byte, at, scan);
      if (step === "part") {
        start ??= at;
        if (scan.inString && !scan.escaped) index = beforeSpecial(chunk, index);
      } else if (step === "end" && (start !== undefined || byte === comma)) {
        const from = start ?? at;
        const own = chunk.subarray(Math.max(0, from - offset), index);
        const bytes = Buffer.concat([...pending, own]);
        yield { start: from, length: at - from, bytes };
        start = undefined;
        pending = [];
      } else if (step === "no-list" || step === "more-after-end") {
        yield { start: at, malformed: step };
        return;
      }
    }
    if (start !== undefined) pending.push(chunk.subarray(Math.max(0, start - offset)));
    offset += chunk.length;
  }
  if (scan.phase === "before") yield { start: offset, malformed: "no-list" };
  else if (scan.phase === "inside") yield { start: start ?? offset, malformed: "cut-off" };
}

/** The last byte before the next one that means something in a string: most bytes are its text. */
function beforeSpecial(chunk: Buffer, index: number): number {
  let next = index + 1;
  while (next < chunk.length && chunk[next] !== quote && chunk[next] !== backslash) next++;
  return next - 1;
}

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const byteOrderMark: readonly number[] = [0xef, 0xbb, 0xbf];

/** The position of the scan in the list. */
interface Scan {
  phase: "before" | "inside" | "after";
  /** Objects and lists that are open inside the element. */
  depth: number;
  inString: boolean;
  /** The byte before is a backslash that counts. */
  escaped: boolean;
}

/** The role of a byte: part of an element, between two, or the end of one. */
type Step = "part" | "gap" | "end" | "no-list" | "more-after-end";

function take(byte: number, at: number, scan: Scan): Step {
  if (scan.inString) {
    if (scan.escaped) scan.escaped = false;
    else if (byte === backslash) scan.escaped = true;
    else if (byte === quote) scan.inString = false;
    return "part";
  }
  if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) return "gap";
  if (scan.phase === "after") return "more-after-end";
  if (scan.phase === "before") {
    if (byte === byteOrderMark[at]) return "gap";
    if (byte !== openBracket) return "no-list";
    scan.phase = "inside";
    return "gap";
  }
  if (scan.depth === 0 && byte === comma) return "end";
  if (scan.depth === 0 && byte === closeBracket) {
    scan.phase = "after";
    return "end";
  }
  if (byte === quote) scan.inString = true;
  else if (byte === openBrace || byte === openBracket) scan.depth++;
  else if (byte === closeBrace || byte === closeBracket) scan.depth--;
  return "part";
}

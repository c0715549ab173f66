import { isUtf8 } from "node:buffer";
import { withoutHalves } from "@chatexport/core";
import { jsonLinesOf } from "@chatexport/core/read";
import type { Found } from "./damages.js";
import type { Draft } from "./draft.js";
import { Line } from "./line.js";

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
const zero = 0;

/** Repairs what keeps a line from being a record. */
export function repairLines(draft: Draft, found: Found): void {
  const [first] = draft.lines;
  if (first?.bytes.subarray(0, 3).equals(byteOrderMark)) {
    found("byte-order-mark", first);
    first.replaceBytes(first.bytes.subarray(3));
  }
  draft.lines = draft.lines.filter((line) => {
    if (!line.bytes.includes(zero)) return true;
    found("null-bytes", line);
    line.replaceBytes(Buffer.from(line.bytes.filter((byte) => byte !== zero)));
    return !isBlank(line);
  });
  draft.lines = withoutPieces(separated(draft.lines, found), found);
  let last = draft.lines.at(-1);
  while (last && !last.record && !isBlank(last)) {
    found("torn-line", last);
    draft.lines.pop();
    last = draft.lines.at(-1);
  }
  repairCharacters(draft, found);
  if (last && last.bytes.at(-1) !== newline) {
    found("missing-line-end", last);
    last.replaceBytes(Buffer.concat([last.bytes, Buffer.from("\n")]));
  }
}

const newline = 10;

function repairCharacters({ lines }: Draft, found: Found): void {
  for (const line of lines) {
    if (!line.record) continue;
    const text = line.bytes.toString();
    const whole = withoutHalves(text);
    if (whole === text) continue;
    found("half-character", line);
    line.replaceBytes(Buffer.from(whole));
  }
}

function isBlank({ bytes }: Line): boolean {
  return bytes.toString("latin1").trim() === "";
}

/** Gives each record that a reader finds in damaged lines a line of its own; what is left of them keeps its place. */
function separated(lines: readonly Line[], found: Found): Line[] {
  const separate: Line[] = [];
  let damaged: Line[] = [];
  const endRun = () => {
    separate.push(...recordsIn(damaged, found));
    damaged = [];
  };
  for (const line of lines) {
    if (!line.record && !isBlank(line)) damaged.push(line);
    else {
      endRun();
      separate.push(line);
    }
  }
  endRun();
  return separate;
}

/**
 * The number of lines that a piece of a record and the whole one may be apart, as for a reader of the
 * lines.
 */
const farthest = 256;

/** Leaves out what repeats a part of a record near it: nothing is lost with it. */
function withoutPieces(lines: readonly Line[], found: Found): Line[] {
  return lines.filter((line, at) => {
    if (line.record || isBlank(line)) return true;
    const piece = line.bytes.toString("latin1").trim();
    const near = lines.slice(Math.max(at - farthest, 0), at + farthest);
    const isPiece = near.some(({ record, bytes }) => record && bytes.includes(piece, 0, "latin1"));
    if (isPiece) found("cut-record", line);
    return !isPiece;
  });
}

function recordsIn(lines: readonly Line[], found: Found): readonly Line[] {
  const [first] = lines;
  // A cut character is no UTF-8, and would not come back from it.
  const encoding = lines.every(({ bytes }) => isUtf8(bytes)) ? "utf8" : "latin1";
  const texts = lines.map(({ bytes }) => bytes.toString(encoding).replace(/\n$/, ""));
  const pieces = [...jsonLinesOf(texts, false)];
  if (!first || !pieces.some((piece) => "record" in piece)) return lines;
  const isSplit = pieces.some((piece) => "record" in piece && !piece.columns);
  if (isSplit && encoding === "latin1") return lines;
  const lineOf = (text: string, number?: number) =>
    new Line(Buffer.from(`${text}\n`, encoding), number);
  found(isSplit ? "split-record" : "joined-records", first);
  return pieces.map((piece) => {
    const { number } = lines[piece.line - 1] ?? first;
    if ("malformed" in piece) return lineOf(piece.text, number);
    if (!piece.columns) return Line.of(piece.record, number);
    const { start, end } = piece.columns;
    return lineOf(texts[piece.line - 1]?.slice(start, end) ?? "", number);
  });
}

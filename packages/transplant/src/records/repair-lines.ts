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
  draft.lines = separated(draft.lines, found);
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
    // As text, other bytes would not come back.
    if (!line.record && !isBlank(line) && isUtf8(line.bytes)) damaged.push(line);
    else {
      endRun();
      separate.push(line);
    }
  }
  endRun();
  return separate;
}

function recordsIn(lines: readonly Line[], found: Found): readonly Line[] {
  const [first] = lines;
  const texts = lines.map(({ bytes }) => bytes.toString("utf8").replace(/\n$/, ""));
  const pieces = [...jsonLinesOf(texts, false)];
  if (!first || !pieces.some((piece) => "record" in piece)) return lines;
  const isSplit = pieces.some((piece) => "record" in piece && !piece.columns);
  found(isSplit ? "split-record" : "joined-records", first);
  return pieces.map((piece) => {
    const { number } = lines[piece.line - 1] ?? first;
    if ("malformed" in piece) return new Line(Buffer.from(`${piece.text}\n`), number);
    if (!piece.columns) return Line.of(piece.record, number);
    const { start, end } = piece.columns;
    return new Line(Buffer.from(`${texts[piece.line - 1]?.slice(start, end)}\n`), number);
  });
}

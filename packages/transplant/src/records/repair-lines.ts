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
  draft.lines = draft.lines.flatMap((line) => {
    const records = line.record || isBlank(line) ? undefined : recordsIn(line);
    if (records) found("joined-records", line);
    return records ?? line;
  });
  let last = draft.lines.at(-1);
  while (last && !last.record && !isBlank(last)) {
    found("torn-line", last);
    draft.lines.pop();
    last = draft.lines.at(-1);
  }
  if (last && last.bytes.at(-1) !== newline) {
    found("missing-line-end", last);
    last.replaceBytes(Buffer.concat([last.bytes, Buffer.from("\n")]));
  }
}

const newline = 10;

function isBlank({ bytes }: Line): boolean {
  return bytes.toString("latin1").trim() === "";
}

/** The records that stand in a line one after the other; undefined when it is something else. */
function recordsIn({ bytes, number }: Line): Line[] | undefined {
  for (let at = bytes.indexOf("}{"); at !== -1; at = bytes.indexOf("}{", at + 1)) {
    const first = new Line(Buffer.concat([bytes.subarray(0, at + 1), Buffer.from("\n")]), number);
    const rest = new Line(bytes.subarray(at + 1), number);
    if (!first.record) continue;
    if (rest.record) return [first, rest];
    // The second one may be torn, or have a third one behind it.
    return [first, ...(recordsIn(rest) ?? [rest])];
  }
  return undefined;
}

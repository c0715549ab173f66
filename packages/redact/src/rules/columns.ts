import { endsOfKeyNames, keyNames, passwordNames } from "./assignments.js";
import { isConstant, isName, looksRandom } from "./placeholder.js";
import type { Rule, Span } from "./rule.js";

/*
 * Columns of tables whose head names secrets: Markdown, output of databases, CSV, tabs, and columns
 * of spaces.
 */

/** The suffixes that some columns add to such a name. */
const plain = "(?:_(?:plain|clear|text|plaintext|cleartext))?";

const hint = `(?:${passwordNames}|${endsOfKeyNames}|PASSWORD|API [Kk]ey)${plain}(?:[ \\t"'\`*]{0,4}(?:[|│,;\\t\\r\\n]|\\\\n)|[ ]{2})`;

/** Names of columns with secrets, and the length from which a text in them is one. */
const heads: readonly [rule: string, head: RegExp, shortest: number][] = [
  ["password", new RegExp(`(?:${passwordNames}|PASSWORD|_pass)${plain}$`), 6],
  ["api-key", new RegExp(`(?:${keyNames}|API [Kk]ey)$`), 12],
];

/** More rows are no table that somebody looked at. */
const mostRows = 500;

/** The rules for columns of tables. */
export const columnRules: readonly Rule[] = heads.map(([name, head, shortest]) => ({
  name,
  hints: [hint],
  *find(text, found) {
    let end = 0;
    for (const place of found.get(hint) ?? []) {
      // A line is looked at once, and those of a table are no heads.
      if (place < end) continue;
      const start = text.lastIndexOf("\n", place) + 1;
      end = lineEnd(text, start);
      if (end - start <= 500) end = yield* columnBelow(text, start, end, head, shortest);
    }
  },
}));

/** The secrets of the columns of a table whose head is this line; returns where the table ends. */
function* columnBelow(
  text: string,
  lineStart: number,
  end: number,
  head: RegExp,
  shortest: number,
): Generator<Span, number> {
  const start = lineStart + numberLength(text.slice(lineStart, end));
  const isNumbered = start > lineStart;
  const delimiter = delimiters.find((each) => text.slice(start, end).search(each) !== -1);
  if (!delimiter) return end;
  const cells = cellsOf(text, start, end, delimiter);
  if (
    cells.filter(({ text }) => text !== "").length < 2 ||
    cells.some(({ text }) => !/^[\p{L}\p{N} _.#-]{0,40}$/u.test(text) || numbered.test(text))
  )
    return end;
  const columns = cells.flatMap(({ text }, index) => (head.test(text) ? [index] : []));
  if (columns.length === 0 || isRow(text, lineStart, end)) return end;
  let at = end + 1;
  for (let row = 0; row < mostRows && at < text.length; row++) {
    const rowEnd = lineEnd(text, at);
    if (rowEnd - at > 2000) return at;
    const rowStart = isNumbered ? at + numberLength(text.slice(at, rowEnd)) : at;
    const line = text.slice(rowStart, rowEnd);
    if (!rule.test(line) || line === "") {
      const values = cellsOf(text, rowStart, rowEnd, delimiter);
      if (values.length !== cells.length) return at;
      for (const column of columns) {
        const cell = values[column];
        if (!cell || !isSecret(cell.text, shortest)) continue;
        // A part of a table of settings has no head.
        if (isConstant(cell.text) && isConstant(cells[column]?.text ?? "")) continue;
        yield { start: cell.start, end: cell.end };
      }
    }
    at = rowEnd + 1;
  }
  return at;
}

/** A number, a version, a date: in heads are words. */
const numbered = /^[0-9]+(?:[^\p{L}]|$)/u;

/** True when a line is a row of a table with a frame: another row is above it, and no rule below. */
function isRow(text: string, start: number, end: number): boolean {
  const above = text.slice(text.lastIndexOf("\n", start - 2) + 1, start);
  const below = text.slice(end + 1, lineEnd(text, end + 1));
  const isFramed = /^[\s+-]*[|│]/.test(above.slice(numberLength(above)));
  return isFramed && !rule.test(below.slice(numberLength(below)));
}

/** The rule between the head of a table and its rows. */
const rule = /^[\s|│├┤┼─+:=-]*$/;

/** The length of the number that tools put in front of each line of a file. */
function numberLength(line: string): number {
  return /^ {0,6}[0-9]{1,6}(?:\t|→)/.exec(line)?.[0].length ?? 0;
}

const delimiters = [/[|│]/g, /\t/g, /;/g, /,/g, / {2,40}/g];

interface Cell extends Span {
  text: string;
}

/** The texts between the delimiters of a line, without space and quotes around them. */
function cellsOf(text: string, start: number, end: number, delimiter: RegExp): Cell[] {
  const line = text.slice(start, end);
  const cells: Cell[] = [];
  let from = 0;
  for (const { 0: found, index } of [...line.matchAll(delimiter), { 0: "", index: line.length }]) {
    const cell = line.slice(from, index);
    const inner = cell.replace(/^[\s"'`*]+/, "");
    const content = inner.replace(/[\s"'`*]{1,20}$/, "");
    const at = start + from + cell.length - inner.length;
    cells.push({ text: content, start: at, end: at + content.length });
    from = index + found.length;
  }
  return cells;
}

/** True when columns of such a name hold secrets. */
export function isSecretColumn(name: string): boolean {
  return heads.some(([, head]) => head.test(name));
}

/** True when what a column of such a name holds is a secret. */
export function isSecretCell(name: string, cell: string): boolean {
  return heads.some(([, head, shortest]) => head.test(name) && isSecret(cell, shortest));
}

function isSecret(cell: string, shortest: number): boolean {
  return !/\s/.test(cell) && looksRandom(cell, shortest) && !isName(cell);
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

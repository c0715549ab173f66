import { passwordNames } from "./assignments.js";
import { isSecretCell, isSecretColumn } from "./columns.js";
import { isPlaceholder, isWord, looksRandom } from "./placeholder.js";
import { patternRule, type Rule, type Span } from "./rule.js";

/*
 * Secrets in statements of SQL: in rows whose columns a list in front of them names, in changes, and of users.
 */

const statement =
  '(?:INSERT|insert|Insert|REPLACE|replace)[ \\t](?:\\w{2,10}[ \\t]){0,2}(?:INTO|into|Into)[ \\t]|(?:COPY|copy)[ \\t][\\w."]{1,80}[ \\t]?\\(';

/** Space, also in a string of code. */
const space = "(?:\\s|\\\\n){0,20}";

/** The names of columns, and the text between them and the rows. */
const columnList = new RegExp(
  `[A-Z]{2,10}(?: \\w{2,10}){0,3} ["'\`\\w.[\\]\\\\]{1,120}${space}\\((?<columns>[^()]{1,4000})\\)${space}(?<rows>(?:VALUES|SELECT)|FROM STDIN[^\\n]{0,80}\\n)`,
  "iy",
);

/** A text, a sign between texts, or what is neither. */
const piece = /[NE]?'(?:[^'\\\n]|''|\\[^\n]){0,4000}'|"[^"\\\n]{0,400}"|[(),;'"]|[^'"(),;]{1,400}/y;

const mostRows = 500;

/** The values in columns of secrets. */
const rowRule: Rule = {
  name: "password",
  hints: [statement],
  *find(text, found) {
    let end = 0;
    for (const place of found.get(statement) ?? []) {
      if (place < end) continue;
      columnList.lastIndex = place;
      const { columns = "", rows = "" } = columnList.exec(text)?.groups ?? {};
      const names = columns
        .split(",")
        .map((name) => name.replace(/[^\w$]/g, "").replace(/^pass$/i, "password"));
      if (!names.some((name) => isSecretColumn(name) || isValue.test(name))) continue;
      end = columnList.lastIndex;
      yield* rows.endsWith("\n")
        ? copied(text, end, names)
        : written(text, end, names, rows.length === "VALUES".length);
    }
  },
};

/** A column whose meaning is in the one before it. */
const isValue = /^(?:\w{0,20}_)?value$/i;

/** In rows between parentheses, or in a list without. */
function* written(
  text: string,
  from: number,
  names: readonly string[],
  isRows: boolean,
): Generator<Span> {
  let [at, depth, column, row, before] = [from, 0, 0, 0, ""];
  while (row < mostRows && column < names.length) {
    piece.lastIndex = at;
    const one = piece.exec(text)?.[0] ?? ";";
    at += one.length;
    if (one === ";") return;
    if (one === "(") depth++;
    else if (one === ")") {
      depth--;
      if (depth > 0 || !isRows) continue;
      if (!/^\s{0,20},/.test(text.slice(at, at + 22))) return;
      // The comma in front of the next row follows.
      column = -1;
      row++;
    } else if (one === "," && depth <= (isRows && column >= 0 ? 1 : 0)) column++;
    else if (/^[NE]?['"]./.test(one)) {
      const value = one.replace(/^[NE]?['"]/, "").slice(0, -1);
      const name = names[column] ?? "";
      if (isSecretCell(isValue.test(name) ? before : name, value))
        yield { start: at - 1 - value.length, end: at - 1 };
      before = value;
    }
  }
}

/** In lines of tabs, as dumps of PostgreSQL have them. */
function* copied(text: string, from: number, names: readonly string[]): Generator<Span> {
  let at = from;
  for (const line of text.slice(from, from + 200_000).split("\n", mostRows)) {
    const cells = line.split("\t");
    if (cells.length !== names.length) return;
    for (const [column, cell] of cells.entries()) {
      if (isSecretCell(names[column] ?? "", cell)) yield { start: at, end: at + cell.length };
      at += cell.length + 1;
    }
  }
}

/** Functions that hash a password. */
const hashes =
  "(?:[Cc]rypt|CRYPT|[Mm][Dd]5|[Ss][Hh][Aa][0-9]{0,3}|PASSWORD|[Pp]assword|[Hh]ash|ENCRYPT)";

/** Secrets in statements of SQL. */
export const sqlRules: readonly Rule[] = [
  rowRule,
  patternRule(
    "password",
    "(?:PASSWORD|[Pp]assword|SECRET|(?:IDENTIFIED|identified)(?: (?:WITH|with) [\\w']{1,40})? (?:BY|by))[ \\t]{1,4}'(?<secret>[^'\\s\\\\]{4,200})'",
    isChosenValue,
    "(?:(?:PASSWORD|[Pp]assword|SECRET)|(?:IDENTIFIED|identified).{1,60})[ \\t]{1,4}'",
  ),
  // For a user, for oneself, as a hash that a plugin makes of it.
  patternRule(
    "password",
    "PASSWORD(?: FOR \\S{1,100})?[ \\t]{0,4}(?:=[ \\t]{0,4}(?:N|PASSWORD\\()?|\\()'(?<secret>[^'\\s\\\\]{4,200})'",
    isChosenValue,
    "PASSWORD(?: FOR \\S{1,100})?[ \\t]{0,4}[=(]",
    0,
  ),
  patternRule(
    "password",
    '(?:IDENTIFIED BY|identified by)[ \\t]\\\\{0,3}"?(?<secret>[^"\'\\s\\\\;]{4,200})',
    (secret) => isChosenValue(secret) && looksRandom(secret, 6),
    "(?:IDENTIFIED BY|identified by)[ \\t]",
    0,
  ),
  patternRule(
    "password",
    `(?:${passwordNames}|_pass)["\`\\]]?[ \\t]?=[ \\t]?${hashes}\\(["'](?<secret>[^"'\\s\\\\]{4,200})["']`,
    isChosenValue,
    `(?:${passwordNames}|_pass)["\`\\]]?[ \\t]?=[ \\t]?${hashes}\\(["']`,
    0,
  ),
];

function isChosenValue(secret: string): boolean {
  return !isPlaceholder(secret) && !isWord(secret);
}

import { readFileSync } from "node:fs";
import { filesBelow, inStore } from "../files.js";
import type { Random } from "../random.js";
import { type ColumnValue, type Connection, quoted, withDatabase } from "../sqlite.js";
import { changedJson } from "./json-text.js";
import { oddValue } from "./json-values.js";
import type { Fault, Mutation, Place } from "./mutation.js";

/** A row of a table, and a column of it. */
interface Cell {
  table: string;
  rowid: number;
  column: string;
  value: ColumnValue;
  /** The column is the first one, which says what the row is about. */
  isKey: boolean;
}

type Change = (database: Connection, cell: Cell, random: Random) => Partial<Fault> | undefined;

function put(database: Connection, { table, rowid, column }: Cell, value: ColumnValue): void {
  database
    .prepare(`UPDATE OR REPLACE ${quoted(table)} SET ${quoted(column)} = ? WHERE rowid = ?`)
    .run(value, rowid);
}

function textOf(value: ColumnValue): string | undefined {
  if (value instanceof Uint8Array) return Buffer.from(value).toString();
  return typeof value === "string" ? value : undefined;
}

const changes: Readonly<Record<string, Change>> = {
  "an odd value in a row"(database, cell, random) {
    const isHex = /^(?:[0-9a-f]{2})+$/.test(textOf(cell.value) ?? "");
    const text = textOf(cell.value) ?? "";
    const changed = changedJson(isHex ? Buffer.from(text, "hex").toString() : text, random);
    if (!changed) return undefined;
    const written = isHex ? Buffer.from(changed.text).toString("hex") : changed.text;
    put(database, cell, cell.value instanceof Uint8Array ? Buffer.from(written) : written);
    return { what: changed.what, ...(changed.isDeep === true && { isDeep: true }) };
  },
  "a value of another type"(database, cell, random) {
    const text = textOf(cell.value) ?? String(cell.value);
    const value = random.pick<ColumnValue>([
      null,
      0,
      -1,
      2 ** 53,
      1.5,
      9223372036854775807n,
      "",
      "x",
      Buffer.alloc(0),
      Buffer.from("fffe00", "hex"),
      Buffer.from(text),
      Buffer.from(text, "utf16le"),
      text.slice(0, text.length / 2),
      JSON.stringify(text),
      oddValue(random, []).json,
    ]);
    put(database, cell, value ?? null);
    // NULL is what Cursor leaves of a row that it has deleted.
    const isInvisible = (value ?? null) === null;
    return {
      what: `a value is ${value instanceof Uint8Array ? "bytes" : String(value).slice(0, 60)}`,
      isDeep: String(value).length > 2000,
      ...(isInvisible && { isInvisible }),
    };
  },
  "bytes changed in a row"(database, cell, random) {
    const bytes = Buffer.from(
      cell.value instanceof Uint8Array ? cell.value : Buffer.from(String(cell.value)),
    );
    if (bytes.length === 0) return undefined;
    for (let count = 1 + random.below(4); count > 0; count--)
      bytes[random.below(bytes.length)] = random.below(256);
    put(database, cell, cell.value instanceof Uint8Array ? bytes : bytes.toString());
    return { what: "bytes changed" };
  },
  "a row left out"(database, { table, rowid }) {
    database.exec(`DELETE FROM ${quoted(table)} WHERE rowid = ${rowid}`);
    return { what: "left out", isInvisible: true };
  },
  "the value of another row"(database, cell, random) {
    const other = cellIn(database, random, cell.table);
    if (!other) return undefined;
    const sql = `UPDATE OR REPLACE ${quoted(cell.table)} SET ${quoted(cell.column)} = (SELECT ${quoted(cell.column)} FROM ${quoted(cell.table)} WHERE rowid = ${other.rowid}) WHERE rowid = ${cell.rowid}`;
    database.exec(sql);
    const place: Place = { path: "", row: { table: cell.table, rowid: other.rowid } };
    // A row with the same key is replaced.
    return { what: `${cell.column} of row ${other.rowid}`, isInvisible: true, places: [place] };
  },
  "a table under another name"(database, { table }) {
    database.exec(`ALTER TABLE ${quoted(table)} RENAME TO "renamed"`);
    return { what: "the table has another name", isInvisible: true, places: [{ path: "" }] };
  },
  "a column under another name"(database, { table, column }) {
    database.exec(`ALTER TABLE ${quoted(table)} RENAME COLUMN ${quoted(column)} TO "renamed"`);
    return { what: `${column} has another name`, isInvisible: true, places: [{ path: "" }] };
  },
  "an empty table"(database, { table }) {
    database.exec(`DELETE FROM ${quoted(table)}`);
    return { what: "no row is left", isInvisible: true, places: [{ path: "" }] };
  },
};

/** Damage to rows of databases, which stay databases. */
export const rowMutations: readonly Mutation[] = Object.entries(changes).map(([name, change]) => ({
  name,
  apply(store, random) {
    const path = random.pick(filesBelow(store).filter((file) => isDatabase(readFileSync(file))));
    if (path === undefined) return undefined;
    return withDatabase(path, (database) => {
      const cell = cellIn(database, random);
      const changed = cell && change(database, cell, random);
      if (!changed) return undefined;
      const { table, rowid, column } = cell;
      const own: Place = { path, row: { table, rowid } };
      const others = (changed.places ?? []).map((place) => ({ ...place, path }));
      return {
        ...changed,
        what: `${name}: ${inStore(path, store)} ${table} ${rowid} ${column}: ${changed.what}`,
        // Nobody can tell that another key was meant.
        ...(cell.isKey && { isInvisible: true }),
        places: [own, ...others],
      };
    });
  },
}));

/** True when a file is a database, by the bytes that it begins with. */
export function isDatabase(bytes: Buffer | undefined): boolean {
  return bytes?.toString("latin1", 0, 15) === "SQLite format 3";
}

function cellIn(database: Connection, random: Random, only?: string): Cell | undefined {
  const tables = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .all()
    .map(({ name }) => String(name));
  const table = only ?? random.pick(tables);
  if (table === undefined) return undefined;
  const rows = database.prepare(`SELECT rowid AS rowid FROM ${quoted(table)} ORDER BY rowid`).all();
  const rowid = Number(random.pick(rows)?.rowid);
  if (Number.isNaN(rowid)) return undefined;
  const [row = {}] = database
    .prepare(`SELECT * FROM ${quoted(table)} WHERE rowid = ${rowid}`)
    .all();
  const names = Object.keys(row);
  const columns = names.filter((name) => !holdsRowid(database, table, name));
  // Values hold more than keys, and the last columns are values.
  const column = random.chance(0.6) ? columns.at(-1) : random.pick(columns);
  return column === undefined
    ? undefined
    : {
        table,
        rowid,
        column,
        value: row[column] ?? null,
        isKey: names.length > 1 && column === names[0],
      };
}

/** True when a column is the number of the row itself: SQLite lets nothing else be put there. */
function holdsRowid(database: Connection, table: string, column: string): boolean {
  const keys = database
    .prepare(`PRAGMA table_info(${quoted(table)})`)
    .all()
    .filter(({ pk }) => pk);
  return keys.length === 1 && keys.some(({ name, type }) => name === column && type === "INTEGER");
}

import { attempt, getOrAdd, objectOf, parseJson, parseLine } from "@chatexport/core/read";
import type { PackedRow, PackedRows, Query, RowPart } from "@chatexport/core/source";
import { type Database, openDatabase, ownDriver } from "@chatexport/sqlite";
import { editJson, fieldTest } from "../json/edit-json.js";
import { ChangeError } from "../move/change-error.js";
import { type PathPair, pathMap, spelledThere } from "../move/path-map.js";
import type { Rewrite } from "../move/store-plan.js";
import { databaseEdit, quoted } from "./edit-rows.js";

/*
 * In a pack, each row is a line:
 *
 *   {"table":"part","row":{"id":"prt_1"},"json":{"data":{"type":"text"}}}
 *
 * A text that is JSON is in `json`, so that paths and secrets in it are found; bytes are in `bytes`.
 */

/** The rows of a session alone, without what stays behind. */
export function rowsOfPart(part: RowPart, { owners, left }: PackedRows): PackedRow[] {
  if ("rows" in part) return part.rows();
  const database = openDatabase(part.database);
  try {
    return database.snapshot(() =>
      Object.entries(owners)
        .filter(([table]) => database.tables().has(table))
        .flatMap(([table, owner]) =>
          database
            .all(`SELECT * FROM ${table} WHERE ${owner} = ? ORDER BY rowid`, part.id)
            .map((row) => ({ table, row: owner === "id" ? without(left, row) : row })),
        ),
    );
  } finally {
    database.close();
  }
}

/** A row without the values of some columns. */
export function without(columns: readonly string[], row: PackedRow["row"]): PackedRow["row"] {
  const known = columns.filter((name) => name in row).map((name) => [name, null]);
  return { ...row, ...Object.fromEntries(known) };
}

/** The lines of rows, in which folders have other paths. */
export function* linesOfRows(
  rows: Iterable<PackedRow>,
  places: PackedRows["places"],
  pairs: readonly PathPair[],
): Generator<Buffer> {
  const map = spelledThere(pathMap(pairs));
  const byTable = new Map<string, ReturnType<typeof fieldTest>[]>();
  for (const packed of rows) {
    const tests = getOrAdd(byTable, packed.table, () => testsOf(packed.table, places));
    const line = Buffer.from(`${JSON.stringify(lineOf(packed))}\n`);
    const edited =
      map.mayHold(line) &&
      editJson(line, (path, isName) =>
        !isName && tests.some((test) => test(path)) ? map.path : undefined,
      );
    yield edited || line;
  }
}

/** The places of paths in the lines of a table. */
function testsOf(table: string, places: PackedRows["places"]) {
  return Object.entries(places).flatMap(([place, fields]) => {
    const [of, column] = place.split(".");
    if (of !== table) return [];
    const patterns = fields.map((field) => `json.${column}.${field}`);
    return [`row.${column}`, ...patterns].map(fieldTest);
  });
}

function lineOf({ table, row }: PackedRow) {
  const line = { table, row: {} as Record<string, unknown>, json: {} as Record<string, unknown> };
  const bytes: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    const json = jsonIn(value);
    if (json !== undefined) line.json[name] = json;
    else if (value instanceof Uint8Array)
      bytes[name] = { type: "base64", data: Buffer.from(value).toString("base64") };
    else line.row[name] = value;
  }
  return { ...line, ...(Object.keys(bytes).length > 0 && { bytes }) };
}

/** The object or list that a text is, if it is the same text again when it is written. */
function jsonIn(value: unknown): unknown {
  if (typeof value !== "string" || !/^[[{]/.test(value)) return undefined;
  const json = parseJson(value);
  return JSON.stringify(json) === value ? json : undefined;
}

/** The row in a line; undefined for any other line. */
export function rowInLine(line: Buffer): PackedRow | undefined {
  const { table, row, json, bytes } = objectOf(parseLine(line.toString())) ?? {};
  const columns = objectOf(row) ?? {};
  const isPlain = Object.values(columns).every((value) => typeof value !== "object" || !value);
  if (typeof table !== "string" || !isPlain) return undefined;
  const texts = Object.entries(objectOf(json) ?? {});
  const blobs = Object.entries(objectOf(bytes) ?? {});
  return {
    table,
    row: {
      ...columns,
      ...Object.fromEntries(texts.map(([name, value]) => [name, JSON.stringify(value)])),
      ...Object.fromEntries(
        blobs.map(([name, value]) => [name, Buffer.from(String(objectOf(value)?.data), "base64")]),
      ),
    },
  };
}

/** A value of a row. */
type Value = string | number | Uint8Array | null;

/** Plans that a database gets rows, each as it takes it. Throws, when it is written, where it lacks a place for one. */
export function withPackedRows(
  path: string,
  rows: () => Iterable<PackedRow>,
  { adopted }: Pick<PackedRows, "adopted">,
): Rewrite {
  return databaseEdit(path, (copy) => {
    const known = new Map<string, ReadonlySet<string>>();
    const query = queryOf(copy);
    for (const packed of rows())
      for (const { table, row } of adopted(packed, query)) {
        const columns = getOrAdd(known, table, () => copy.columns(table));
        const names = Object.keys(row).filter((name) => row[name] !== null || columns.has(name));
        const missing = names.find((name) => !columns.has(name));
        if (missing !== undefined)
          throw new Error(
            `it has no ${table}.${missing}, as a later version of its program has: update that`,
          );
        copy.run(insertion(table, names), ...names.map((name) => row[name] as Value));
      }
  });
}

/** Throws where a database has not all of some rows. */
export function assertRows(
  path: string,
  rows: () => Iterable<PackedRow>,
  { adopted }: Pick<PackedRows, "adopted">,
): void {
  const database = openDatabase(path);
  try {
    const query = queryOf(database);
    for (const packed of rows())
      for (const { table, row } of adopted(packed, query)) {
        const own = Object.entries(row).flatMap(([name, value]): [string, string | number][] =>
          typeof value === "string" || typeof value === "number" ? [[name, value]] : [],
        );
        const tests = own.map(([name]) => `${quoted(name)} = ?`).join(" AND ");
        const sql = `SELECT 1 FROM ${quoted(table)} WHERE ${tests}`;
        if (!database.get(sql, ...own.map(([, value]) => value)))
          throw new ChangeError("not-verified", `Read back, ${path} lacks a row of ${table}`);
      }
  } finally {
    database.close();
  }
}

/** Writes a database with nothing but some rows, which lasts as long as this program. */
export function writeRows(
  path: string,
  rows: Iterable<PackedRow>,
  tables: PackedRows["tables"],
): void {
  const connection = ownDriver("SELECT 1")?.open(path);
  if (!connection)
    throw new ChangeError("failed", "This Node has no SQLite: use Node 22.13 or newer.");
  try {
    // If it is not whole, it is of no use to anybody.
    connection.exec("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; BEGIN");
    const known = new Map<string, Set<string>>();
    const columnsOf = (table: string, names: readonly string[]) =>
      getOrAdd(known, table, () => {
        connection.exec(`CREATE TABLE ${quoted(table)} (${names.map(quoted)})`);
        return new Set(names);
      });
    for (const [table, names] of Object.entries(tables)) columnsOf(table, names);
    for (const { table, row } of rows) {
      const columns = columnsOf(table, Object.keys(row));
      for (const name of Object.keys(row).filter((each) => !columns.has(each))) {
        connection.exec(`ALTER TABLE ${quoted(table)} ADD COLUMN ${quoted(name)}`);
        columns.add(name);
      }
      connection.prepare(insertion(table, Object.keys(row))).run(...Object.values(row));
    }
    connection.exec("COMMIT");
  } finally {
    connection.close();
  }
}

/** Not each version of a tool has all tables. */
function queryOf(database: Database): Query {
  return (sql, ...parameters) => attempt(() => database.all(sql, ...parameters)) ?? [];
}

function insertion(table: string, names: readonly string[]): string {
  const marks = names.map(() => "?");
  return `INSERT INTO ${quoted(table)} (${names.map(quoted)}) VALUES (${marks})`;
}

import { readFileSync, writeFileSync } from "node:fs";
import type { Json, JsonObject } from "@chatexport/core";
import { attempt, listOf, objectOf, parseLine, setField } from "@chatexport/core/read";

/**
 * Says what becomes of a record: undefined takes it out, the same object leaves it as it is. `kind` tells records
 * apart that do not say themselves of which kind they are.
 */
export type RecordChange = (record: JsonObject, kind?: string) => JsonObject | undefined;

/** A database that is open for writing, in the words of `node:sqlite`, which other drivers share. */
export interface WritableDatabase {
  /** Carries out a statement. */
  exec(sql: string): unknown;
  /** A statement that is carried out later. */
  prepare(sql: string): WritableStatement;
}

/** A statement of such a database. */
export interface WritableStatement {
  /** All rows that it finds. */
  all(): unknown[];
  /** Carries it out with values in place of its question marks. */
  run(...values: (string | number | null)[]): unknown;
}

/** Rewrites the objects in the lines of a file of JSON Lines; other lines stay. */
export function changeLines(path: string, change: RecordChange): void {
  const changed = readFileSync(path, "utf8")
    .split("\n")
    .flatMap((line) => {
      const record = objectOf(parseLine(line));
      const made = record && change(record);
      return made === record ? line : made ? JSON.stringify(made) : [];
    });
  writeFileSync(path, changed.join("\n"));
}

/** Rewrites a JSON document, which is a record or a list of records; what is no JSON stays. */
export function changeDocument(path: string, change: RecordChange): void {
  const document: Json | undefined = attempt(() => JSON.parse(readFileSync(path, "utf8")));
  const list = listOf(document);
  const changed = (list ?? [document ?? null]).flatMap((item) => {
    const record = objectOf(item);
    return record ? (change(record) ?? []) : item;
  });
  if (document !== undefined)
    writeFileSync(path, JSON.stringify(list ? changed : changed[0]) ?? "");
}

/**
 * Rewrites the rows of a table: each is a record by the names of its columns, in which a text that holds a JSON
 * object or list is that. A field that is no column becomes one.
 */
export function changeRows(database: WritableDatabase, table: string, change: RecordChange): void {
  const rows = database.prepare(`SELECT rowid AS row_number, * FROM "${table}"`).all();
  const columns = new Set(
    database
      .prepare(`PRAGMA table_info("${table}")`)
      .all()
      .map((column) => objectOf(column)?.name),
  );
  database.exec("BEGIN");
  for (const row of rows) {
    const { row_number, ...values } = row as Record<string, unknown>;
    const record: JsonObject = {};
    // What holds bytes is no part of the record, and stays.
    for (const [name, value] of Object.entries(values))
      if (value === null || typeof value === "string" || typeof value === "number")
        setField(record, name, jsonIn(value));
    const changed = change(record);
    if (changed === record) continue;
    if (!changed) database.exec(`DELETE FROM "${table}" WHERE rowid = ${Number(row_number)}`);
    for (const name of new Set([...Object.keys(record), ...Object.keys(changed ?? {})])) {
      const value = changed?.[name] ?? null;
      if (!changed || record[name] === value) continue;
      if (!columns.has(name)) database.exec(`ALTER TABLE "${table}" ADD COLUMN "${name}"`);
      columns.add(name);
      database
        .prepare(`UPDATE "${table}" SET "${name}" = ? WHERE rowid = ${Number(row_number)}`)
        .run(typeof value === "object" && value !== null ? JSON.stringify(value) : scalar(value));
    }
  }
  database.exec("COMMIT");
}

function jsonIn(value: string | number | null): Json {
  // Most texts are none, and an error for each would take most of the time.
  if (typeof value !== "string" || !/^\s*[[{]/.test(value)) return value;
  const parsed: unknown = attempt(() => JSON.parse(value));
  return objectOf(parsed) ?? listOf(parsed) ?? value;
}

function scalar(value: Json): string | number | null {
  return typeof value === "string" || typeof value === "number" ? value : null;
}

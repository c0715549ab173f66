import { conversationLists, keyTables } from "@chatexport/source-cursor/paths";
import type { Database, Row } from "@chatexport/sqlite";
import type { WritableDatabase } from "../database/database-copy.js";
import { isFullerRow, uniteItems } from "./unite-json.js";

/**
 * Brings all rows of the database of a workspace into that of another one, which was used after it. Where
 * both have a row, conversations are united, of two versions of one the fuller counts, and of all else that
 * of the workspace that was used last.
 */
export function mergeDatabase(into: WritableDatabase, from: Database): void {
  const tables = from.tables();
  for (const table of keyTables) if (tables.has(table)) mergeRows(into, from, table);
  if (tables.has("composerHeaders")) mergeHeaders(into, from);
}

function mergeRows(into: WritableDatabase, from: Database, table: string): void {
  if (!into.tables().has(table))
    into.run(`CREATE TABLE ${table} (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)`);
  const columns = "key, typeof(value) AS type, CAST(value AS BLOB) AS bytes";
  const rows = from.iterate(`SELECT ${columns} FROM ${table} WHERE typeof(key) = 'text'`);
  for (const row of rows) {
    const known = into.get(
      `SELECT rowid AS id, ${columns} FROM ${table} WHERE key = ?`,
      String(row.key),
    );
    const content = bytesOf(row);
    const value = placeholder(row.type);
    if (!known)
      into.run(`INSERT INTO ${table} (key, value) VALUES (?, ${value})`, String(row.key), content);
    else {
      const united = unite(table, String(row.key), bytesOf(known), content);
      if (united)
        into.run(
          `UPDATE OR ABORT ${table} SET value = ${placeholder(known.type)} WHERE rowid = ?`,
          united,
          Number(known.id),
        );
    }
  }
}

function unite(
  table: string,
  key: string,
  first: Buffer | null,
  second: Buffer | null,
): Buffer | undefined {
  if (!second || first?.equals(second)) return undefined;
  if (table !== "ItemTable" && !Object.hasOwn(conversationLists, key))
    return isFullerRow(first ?? undefined, second) ? second : undefined;
  if (!first) return second;
  const united = uniteItems(key, first.toString("utf8"), second.toString("utf8"));
  return united === undefined ? undefined : Buffer.from(united);
}

/** Numbers and the like stay what they are; NULL has no bytes. */
function placeholder(type: unknown): string {
  if (type === "blob") return "?";
  return type === "integer" || type === "real"
    ? "CAST(CAST(? AS TEXT) AS NUMERIC)"
    : "CAST(? AS TEXT)";
}

/** As Cursor creates the column. */
function typeOf(column: string): string {
  if (column === "composerId") return "TEXT PRIMARY KEY";
  return ["workspaceId", "subagentTypeName", "value"].includes(column) ? "TEXT" : "INTEGER";
}

function mergeHeaders(into: WritableDatabase, from: Database): void {
  const table = "composerHeaders";
  const quoted = (column: string) => `"${column.replaceAll('"', '""')}"`;
  if (!into.tables().has(table)) {
    const typed = [...from.columns(table)].map((column) => `${quoted(column)} ${typeOf(column)}`);
    into.run(`CREATE TABLE ${table} (${typed.join(", ")})`);
  }
  const own = into.columns(table);
  const columns = [...from.columns(table)].filter((column) => own.has(column));
  const names = columns.map(quoted).join(", ");
  for (const row of from.iterate(`SELECT ${names} FROM ${table}`)) {
    const id = row.composerId;
    if (typeof id !== "string") continue;
    if (into.get(`SELECT 1 FROM ${table} WHERE composerId = ?`, id)) continue;
    const values = columns.map((column) => row[column] as string | number | Uint8Array | null);
    into.run(
      `INSERT INTO ${table} (${names}) VALUES (${columns.map(() => "?").join(", ")})`,
      ...values,
    );
  }
}

function bytesOf({ bytes }: Row): Buffer | null {
  return bytes instanceof Uint8Array
    ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : null;
}

import {
  isSecretItem,
  jsonInJson,
  keyLabel,
  placeFamilies,
  placeKeys,
} from "@chatexport/source-cursor/paths";
import { type Database, keyRange, type Row } from "@chatexport/sqlite";
import type { PlaceOptions } from "./edit-places.js";
import { renameKeys } from "./row-keys.js";
import { changeColumn } from "./row-values.js";
import type { RowWork } from "./row-work.js";

/** Goes through the rows of a database of the editor. Throws `DatabaseError`. */
export function visitRows(database: Database, work: RowWork): void {
  const tables = database.tables();
  if (tables.has("ItemTable")) visitItems(database, work);
  if (tables.has("cursorDiskKV")) visitConversations(database, work);
  if (tables.has("composerHeaders")) visitHeaders(database, work);
}

function visitItems(database: Database, work: RowWork): void {
  const table = "ItemTable";
  // Everything that the editor remembers may be JSON inside of JSON.
  const isNested = () => true;
  for (const row of rowsNaming(database, { table, where: "1", parameters: [] }, work))
    if (!isSecretItem(row.key)) visitValue(table, row, isNested, work);
  renameKeys(database, table, work.candidates.condition("key"), [], work);
}

function visitConversations(database: Database, work: RowWork): void {
  const table = "cursorDiskKV";
  const isNested = (field: string) => jsonInJson.has(field);
  for (const prefix of placeFamilies) {
    const { where, parameters } = keyRange(prefix);
    const range = { table, where: where("key"), parameters };
    const isFlat = prefix !== "messageRequestContext:";
    for (const row of rowsNaming(database, range, work))
      if (!isFlat || work.candidates.mayName(row.content)) visitValue(table, row, isNested, work);
  }
  for (const prefix of placeKeys) {
    const { where, parameters } = keyRange(prefix);
    const condition = `${where("key")} AND ${work.candidates.condition("key")}`;
    renameKeys(database, table, condition, parameters, work);
  }
}

/** A row with a value that may name something that moves. */
interface NamingRow {
  rowid: number;
  key: string;
  isText: boolean;
  content: Buffer;
}

/** Some rows of a table; `key` is the column with what a row is called. */
interface RowRange {
  table: string;
  key?: string;
  where: string;
  parameters: string[];
}

function* rowsNaming(
  database: Database,
  { table, key = "key", where, parameters }: RowRange,
  { candidates, write }: RowWork,
): Generator<NamingRow> {
  const condition =
    `${where} AND typeof(${key}) = 'text' AND typeof(value) IN ('text', 'blob') ` +
    `AND ${candidates.condition("value")}`;
  const columns = `${key} AS key, typeof(value) AS type, CAST(value AS BLOB) AS bytes`;
  const select = `SELECT rowid AS id, ${columns} FROM ${table} WHERE`;
  if (!write) {
    for (const row of database.iterate(`${select} ${condition}`, ...parameters))
      yield namingRow(row);
    return;
  }
  // A row that is changed must not come again.
  const rowids = database.all(`SELECT rowid AS id FROM ${table} WHERE ${condition}`, ...parameters);
  for (const { id } of rowids) {
    const row = database.get(`${select} rowid = ?`, Number(id));
    if (row) yield namingRow(row);
  }
}

function namingRow({ id, key, type, bytes }: Row): NamingRow {
  const { buffer, byteOffset, byteLength } = bytes as Uint8Array;
  const content = Buffer.from(buffer, byteOffset, byteLength);
  return { rowid: Number(id), key: String(key), isText: type === "text", content };
}

function visitValue(
  table: string,
  { key, ...row }: NamingRow,
  isNested: PlaceOptions["isNested"],
  work: RowWork,
): void {
  const field = `${table} ${keyLabel(table, key)}`;
  changeColumn({ table, column: "value", ...row }, field, isNested, work);
}

/** The table of all conversations (3.12 on): in which workspace they took place. */
function visitHeaders(database: Database, work: RowWork): void {
  const table = "composerHeaders";
  const columns = database.columns(table);
  const { moved, tell, write } = work;
  if (!columns.has("composerId")) return;
  if (columns.has("workspaceId"))
    for (const [from, to] of moved.ids)
      for (const { id } of database.all(
        `SELECT rowid AS id FROM ${table} WHERE workspaceId = ?`,
        from,
      )) {
        tell(`${table} workspaceId`, from, to);
        write?.({ table, rowid: Number(id), column: "workspaceId", content: to, isText: true });
      }
  if (!columns.has("value")) return;
  const range = { table, key: "composerId", where: "1", parameters: [] };
  for (const { key, ...row } of rowsNaming(database, range, work))
    changeColumn({ table, column: "value", ...row }, `${table} value`, () => false, work);
}

import { defined } from "@chatexport/core";
import {
  isSecretItem,
  jsonInJson,
  keyLabel,
  placeFamilies,
  placeKeys,
} from "@chatexport/source-cursor/paths";
import { type Database, keyRange, type Row } from "@chatexport/sqlite";
import type { PathPair } from "../move/path-map.js";
import { editMovedNames, type Moved, type NameOptions } from "./edit-moved-names.js";

/** Goes through the rows of a database of the editor. Throws `DatabaseError`. */
export function visitRows(database: Database, rowWork: RowWork): void {
  const work = { ...rowWork, candidates: candidatesFor(rowWork.moved) };
  const tables = database.tables();
  if (tables.has("ItemTable")) visitItems(database, work);
  if (tables.has("cursorDiskKV")) visitConversations(database, work);
  if (tables.has("composerHeaders")) visitHeaders(database, work);
}

function visitItems(database: Database, work: CandidateWork): void {
  const table = "ItemTable";
  // Everything that the editor remembers may be JSON inside of JSON.
  const isNested = () => true;
  const all = { table, where: "1", parameters: [] };
  for (const row of rowsNaming(database, all, work))
    if (!isSecretItem(row.key)) visitValue(table, row, isNested, work);
  renameKeys(database, all, work);
}

function visitConversations(database: Database, work: CandidateWork): void {
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
    renameKeys(database, { table, where: where("key"), parameters }, work);
  }
}

/** A row with a value that may name something that moves. */
type NamingRow = ReturnType<typeof namingRow>;

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
  { candidates, write }: CandidateWork,
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

function namingRow({ id, key, type, bytes }: Row) {
  const { buffer, byteOffset, byteLength } = bytes as Uint8Array;
  const content = Buffer.from(buffer, byteOffset, byteLength);
  return { rowid: Number(id), key: String(key), isText: type === "text", content };
}

function visitValue(
  table: string,
  { key, ...row }: NamingRow,
  isNested: NameOptions["isNested"],
  work: RowWork,
): void {
  const field = `${table} ${keyLabel(table, key)}`;
  changeColumn({ table, column: "value", ...row }, field, isNested, work);
}

/** The table of all conversations (3.12 on): in which workspace they took place. */
function visitHeaders(database: Database, work: CandidateWork): void {
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
        tell?.(`${table} workspaceId`, from, to);
        write?.({ table, rowid: Number(id), column: "workspaceId", content: to, isText: true });
      }
  if (!columns.has("value")) return;
  const range = { table, key: "composerId", where: "1", parameters: [] };
  for (const { key, ...row } of rowsNaming(database, range, work))
    changeColumn({ table, column: "value", ...row }, `${table} value`, undefined, work);
}

/** Gives rows with a key that names something that moves a new one, unless another row has that. */
function renameKeys(
  database: Database,
  { table, where, parameters }: RowRange,
  { moved, candidates, tell, leave, write }: CandidateWork,
): void {
  const condition = `${where} AND typeof(key) = 'text' AND ${candidates.condition("key")}`;
  const rows = database.all(
    `SELECT rowid AS id, key FROM ${table} WHERE ${condition}`,
    ...parameters,
  );
  for (const { id, key } of rows) {
    const now = String(key);
    const then = isSecretItem(now) ? undefined : movedKey(now, moved);
    if (!then) continue;
    // Cursor's tables replace the row that has the key.
    if (database.get(`SELECT 1 FROM ${table} WHERE key = ?`, then.key)) {
      leave?.("key-exists");
      continue;
    }
    tell?.(`${table} ${keyLabel(table, now)} (key)`, then.from, then.to);
    write?.({ table, rowid: Number(id), column: "key", content: then.key, isText: true });
  }
}

/**
 * A key, and the part of it that is another one than before: "ofsContent:<uuid>:<uri>",
 * "inlineDiffs-<folder of workspaceStorage>", "inlineDiff:<folder>:<id>".
 */
function movedKey(key: string, { paths, ids }: Moved): (PathPair & { key: string }) | undefined {
  const at = key.indexOf("file:");
  const uri = key.slice(at);
  if (at !== -1) {
    const to = paths.uri(uri);
    return to === undefined ? undefined : { key: key.slice(0, at) + to, from: uri, to };
  }
  const from = key.split(/[:.-]/).find((word) => ids.has(word));
  const to = ids.get(from ?? "");
  if (from === undefined || to === undefined) return undefined;
  return { key: key.replaceAll(from, to), from, to };
}

/** Changes what a column of a row holds: JSON, or a URI alone. */
function changeColumn(
  edit: RowEdit & { content: Buffer },
  field: string,
  isNested: NameOptions["isNested"],
  { moved, tell, leave, write }: RowWork,
): void {
  const told = (from: string, to: string) => tell?.(field, from, to);
  const { content } = edit;
  if (!isJson(content)) {
    // A plain path may be the beginning of typed text.
    const text = content.toString("utf8");
    const uri = /^file:\S+$/i.test(text) ? moved.paths.uri(text) : undefined;
    if (uri === undefined) return;
    told(text, uri);
    write?.({ ...edit, content: Buffer.from(uri) });
    return;
  }
  try {
    const edited = editMovedNames(content, moved, defined({ isNested, tell: told }));
    if (edited) write?.({ ...edit, content: edited });
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    leave?.("malformed");
  }
}

/** Much of what the editor remembers is no JSON: words, numbers, base64. */
function isJson(content: Buffer): boolean {
  return /^\s*[{["]/.test(content.toString("latin1", 0, 20));
}

/** The handling of rows that name something that moves. */
export interface RowWork {
  moved: Moved;
  /** Told of each text that is replaced, with the field that people know. */
  tell?(field: string, from: string, to: string): void;
  /** Told of a row that cannot be changed. */
  leave?(reason: "malformed" | "key-exists"): void;
  /** Gets what replaces a column of a row; without it nothing is replaced. */
  write?(edit: RowEdit): void;
}

/** The new value of a column of a row: text when it is text now, bytes when it is bytes. */
interface RowEdit {
  table: string;
  rowid: number;
  column: string;
  content: string | Buffer;
  isText: boolean;
}

interface CandidateWork extends RowWork {
  candidates: Candidates;
}

/** Finds values that may name something that moves, before they are read as JSON; only "no" is certain. */
interface Candidates {
  /** An SQL condition on a column, for values of any storage class. */
  condition(column: string): string;
  /** True when a JSON text may hold a string that is, as a whole, a name that moves. */
  mayName(json: Buffer): boolean;
}

/** Finds values by the words that all spellings of the moved paths contain. */
function candidatesFor({ paths, ids }: Moved): Candidates {
  const { words } = paths;
  if (words === undefined) return { condition: () => "1", mayName: () => true };
  const names = [...ids.keys()];
  const anyCase = words.flatMap((word) => (word.isAnyCase ? word.text.toLowerCase() : []));
  const exact = new Set([...words.flatMap((word) => (word.isAnyCase ? [] : word.text)), ...names]);
  const inPaths = [...new Set(words.map(({ text }) => escaped(text)))].join("|");
  const pattern = [
    ...(inPaths === "" ? [] : [`(?:file:|[/~\\\\]|[A-Za-z]:)(?:[^"\\\\]|\\\\.)*?(?:${inPaths})`]),
    ...names.map((name) => `${escaped(name)}"`),
  ].join("|");
  // A quote behind a backslash begins no text, but stands in one.
  const place = new RegExp(`(?<!\\\\)"(?:${pattern})`, anyCase.length > 0 ? "i" : "");
  return {
    condition(column) {
      // In bytes, as texts may end at a zero byte.
      const tests = [
        ...[...exact].map((word) => `instr(CAST(${column} AS BLOB), ${blob(word)})`),
        ...anyCase.map((word) => `instr(CAST(lower(${column}) AS BLOB), ${blob(word)})`),
      ];
      return `(${tests.join(" OR ") || "0"})`;
    },
    mayName: (json) => place.test(json.toString("latin1")),
  };
}

function blob(text: string): string {
  return `x'${Buffer.from(text).toString("hex")}'`;
}

function escaped(text: string): string {
  return text.replace(/[^A-Za-z0-9]/g, "\\$&");
}

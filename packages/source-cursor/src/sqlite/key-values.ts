import type { Json } from "@chatexport/core";
import type { Database, DatabaseError } from "./database.js";
import { StoredKeyValues } from "./stored-key-values.js";
import type { StoredValue } from "./stored-value.js";

export { type StoredValue, textOfValue } from "./stored-value.js";

/** A row of a table of keys and values. */
export interface StoredKey {
  key: string;
  /** A row that is written anew gets a new one, larger than all others. */
  rowid: number;
}

/** A table `(key, value)`: `ItemTable` or `cursorDiskKV`. Prefixes are looked up as ranges of the index. */
export interface KeyValues {
  /** The database. */
  readonly path: string;
  readonly table: string;
  /**
   * Set as soon as a page proved to be corrupt; keys that lie on it are then not handed out, and the
   * others no longer in the order of the index.
   */
  readonly damage?: DatabaseError | undefined;
  /** The keys that begin with `prefix`, from the index alone; reports nothing and skips keys that are NULL. */
  keys(prefix: string): Iterable<StoredKey>;
  value(key: string): StoredValue;
  /** A value as bytes, text in UTF-8, without a string made of it; undefined when there is none. */
  bytes(key: string): Uint8Array | undefined;
  /**
   * What lies at some paths ("$.name") of a value that is a JSON object, null for each where nothing
   * lies. SQLite looks it up, so that the rest of a long value is neither handed out nor parsed.
   * Undefined for any other value, or one that is unreadable; `value` tells what it is.
   */
  extract(key: string, paths: readonly string[]): Json[] | undefined;
  /** How many keys begin with `prefix`, and the newest row among them (0: none), from the index alone. */
  extent(prefix: string): { count: number; newest: number };
  /**
   * Who owns the keys of a family: for "bubbleId:" each distinct X of "bubbleId:X:…", in the order of
   * the index, in one seek each. X itself may hold line breaks.
   */
  owners(family: string): Iterable<string>;
}

/** The columns of a table of keys and values. */
export interface KeyValueColumns {
  key: string;
  value: string;
}

const opened = new WeakMap<Database, Map<string, KeyValues>>();

/**
 * A table of a database as keys and values: the same object each time. Undefined when there is no
 * such table, or it has not these columns.
 */
export function keyValues(
  database: Database,
  table: string,
  columns: KeyValueColumns = { key: "key", value: "value" },
): KeyValues | undefined {
  const tables = opened.get(database) ?? new Map<string, KeyValues>();
  opened.set(database, tables);
  const known = tables.get(table);
  if (known) return known;
  const names = database.columns(table);
  if (!names.has(columns.key) || !names.has(columns.value)) return undefined;
  const result = new StoredKeyValues(database, table, columns);
  tables.set(table, result);
  return result;
}

import type { Json } from "@chatexport/core";
import { listOf } from "@chatexport/core/read";
import { isDamage, leadsToAllRows, salvageKeys } from "./damaged-index.js";
import type { Database, Row } from "./database.js";
import { corrupt, type DatabaseError } from "./database-error.js";
import {
  bytesOfValue,
  type KeyRange,
  type KeyValues,
  keyRange,
  type StoredKey,
  type StoredValue,
  storedValue,
  successor,
} from "./key-values.js";

const opened = new WeakMap<Database, Map<string, KeyValues>>();

/** A table of a database with these columns as keys and values, the same object each time; if there is one. Throws for a view. */
export function keyValues(
  database: Database,
  table: string,
  columns = { key: "key", value: "value" },
): KeyValues | undefined {
  const tables = opened.get(database) ?? new Map<string, KeyValues>();
  opened.set(database, tables);
  const known = tables.get(table);
  if (known) return known;
  const names = database.columns(table);
  if (!names.has(columns.key) || !names.has(columns.value)) return undefined;
  const result = new KeyValueTable(database, table, columns);
  tables.set(table, result);
  return result;
}

/** A table of keys and values. Keys come from the index, values one by one: they are most of a database. */
class KeyValueTable implements KeyValues {
  readonly path: string;
  readonly table: string;
  readonly #database: Database;
  /** The table, quoted. */
  readonly #from: string;
  /** The columns, quoted. */
  readonly #key: string;
  readonly #value: string;
  /** A table WITHOUT ROWID has none. */
  readonly #hasRowids: boolean;
  /** SQLite can keep texts in UTF-16, too. */
  readonly #isUtf8: boolean;
  #damage: DatabaseError | undefined;
  /** Set where the index is known to be wrong, so that it must not be used. */
  readonly #indexError: DatabaseError | undefined;
  /** Rows by key, collected without the index after it proved to be damaged. */
  #salvaged: Map<string, number> | undefined;

  constructor(database: Database, table: string, { key, value }: Record<"key" | "value", string>) {
    this.path = database.path;
    this.table = table;
    this.#database = database;
    this.#from = quoted(table);
    this.#key = quoted(key);
    this.#value = quoted(value);
    const kind = database.get("SELECT wr FROM pragma_table_list WHERE name = ?", table);
    this.#hasRowids = kind?.wr === 0;
    // A driver that reads no other text does not answer.
    this.#isUtf8 = (database.get("PRAGMA encoding")?.encoding ?? "UTF-8") === "UTF-8";
    if (this.#hasRowids && !leadsToAllRows(database, this.#from, this.#key)) {
      this.#indexError = corrupt(this.path);
      this.#salvage(this.#indexError);
    }
  }

  get damage(): DatabaseError | undefined {
    return this.#damage;
  }

  *keys(prefix: string): Iterable<StoredKey> {
    let last: string | undefined;
    try {
      this.#throwIfIndexIsWrong();
      const range = keyRange(prefix);
      const columns = `${this.#key} AS key, ${this.#rowid} AS row`;
      const sql = this.#select(columns, range, `ORDER BY ${this.#key}`);
      for (const { key, row } of this.#database.iterate(sql, ...range.parameters)) {
        if (typeof key !== "string") continue;
        last = key;
        yield { key, rowid: Number(row) };
      }
    } catch (error) {
      for (const stored of this.#salvagedKeys(prefix, error))
        if (last === undefined || isAfter(stored.key, last)) yield stored;
    }
  }

  value(key: string): StoredValue {
    try {
      const row = this.#salvaged
        ? this.#salvagedRow(key)
        : this.#database.get(this.#selectValue(this.#key), key);
      return row ? storedValue(row.value) : { kind: "missing" };
    } catch (cause) {
      if (!isDamage(cause)) throw cause;
      this.#damage ??= cause;
      if (this.#salvaged || this.#findsRow(key)) return { kind: "unreadable", cause };
      this.#salvage(cause);
      return this.value(key);
    }
  }

  bytes(key: string): Uint8Array | undefined {
    if (this.#salvaged || !this.#isUtf8) return bytesOfValue(this.value(key));
    const sql = `SELECT CAST(${this.#value} AS BLOB) AS bytes FROM ${this.#from} WHERE ${this.#key} = ?`;
    try {
      const bytes = this.#database.get(sql, key)?.bytes;
      return bytes instanceof Uint8Array ? bytes : undefined;
    } catch (cause) {
      if (!isDamage(cause)) throw cause;
      return bytesOfValue(this.value(key));
    }
  }

  extract(key: string, paths: readonly string[]): Json[] | undefined {
    if (this.#salvaged) return undefined;
    // Without these questions SQLite would take what JSON.parse refuses, or fail.
    const sql = `SELECT CASE WHEN json_valid(json) THEN CASE json_type(json) WHEN 'object'
      THEN json_extract(json, '$._', ${paths.map(() => "?").join(", ")}) END END AS found
      FROM (SELECT CAST(${this.#value} AS TEXT) AS json FROM ${this.#from} WHERE ${this.#key} = ?)`;
    try {
      const found = this.#database.get(sql, ...paths, key)?.found;
      // The first path only makes the result a list, however many there are.
      return typeof found === "string" ? listOf(JSON.parse(found))?.slice(1) : undefined;
    } catch (cause) {
      if (!isDamage(cause)) throw cause;
      return undefined;
    }
  }

  extent(prefix: string): { count: number; newest: number } {
    const range = keyRange(prefix);
    try {
      this.#throwIfIndexIsWrong();
      const columns = `count(*) AS count, max(${this.#rowid}) AS newest`;
      const row = this.#database.get(this.#select(columns, range), ...range.parameters);
      return { count: Number(row?.count ?? 0), newest: Number(row?.newest ?? 0) };
    } catch (error) {
      const rows = this.#salvagedKeys(prefix, error);
      const newest = rows.reduce((newest, { rowid }) => Math.max(newest, rowid), 0);
      return { count: rows.length, newest };
    }
  }

  size(prefix: string): number | undefined {
    const range = keyRange(prefix);
    try {
      this.#throwIfIndexIsWrong();
      const columns = `sum(octet_length(${this.#value})) AS bytes`;
      const row = this.#database.get(this.#select(columns, range), ...range.parameters);
      return Number(row?.bytes ?? 0);
    } catch (cause) {
      if (!isDamage(cause)) throw cause;
      return undefined;
    }
  }

  *owners(family: string): Iterable<string> {
    const handedOut = new Set<string>();
    const isNew = (owner: string) => !handedOut.has(owner) && handedOut.add(owner);
    try {
      this.#throwIfIndexIsWrong();
      let range = keyRange(family);
      for (;;) {
        const sql = this.#select(`${this.#key} AS key`, range, `ORDER BY ${this.#key} LIMIT 1`);
        const key = this.#database.get(sql, ...range.parameters)?.key;
        if (typeof key !== "string") return;
        const owner = ownerOf(key, family);
        if (isNew(owner)) yield owner;
        const all = `${family}${owner}:`;
        range = key.startsWith(all) ? keyRange(family, successor(all)) : keyRange(family, key, ">");
      }
    } catch (error) {
      for (const { key } of this.#salvagedKeys(family, error)) {
        const owner = ownerOf(key, family);
        if (isNew(owner)) yield owner;
      }
    }
  }

  get #rowid(): string {
    return this.#hasRowids ? "rowid" : "0";
  }

  #select(columns: string, { where }: KeyRange, rest = ""): string {
    return `SELECT ${columns} FROM ${this.#from} WHERE ${where(this.#key)} ${rest}`;
  }

  #selectValue(by: string): string {
    return `SELECT ${this.#value} AS value FROM ${this.#from} WHERE ${by} = ?`;
  }

  /** True when the index leads to a row for the key: then it is the row that is damaged. */
  #findsRow(key: string): boolean {
    if (!this.#hasRowids) return true;
    try {
      this.#database.get(`SELECT rowid FROM ${this.#from} WHERE ${this.#key} = ?`, key);
      return true;
    } catch {
      return false;
    }
  }

  /** Throws where the index is known to be wrong although SQLite finds nothing wrong with it. */
  #throwIfIndexIsWrong(): void {
    if (this.#indexError) throw this.#indexError;
  }

  #salvage(error: unknown): Map<string, number> {
    if (!isDamage(error) || !this.#hasRowids) throw error;
    this.#damage ??= error;
    this.#salvaged ??= salvageKeys(this.#database, this.#from, this.#key);
    return this.#salvaged;
  }

  #salvagedKeys(prefix: string, error: unknown): StoredKey[] {
    return [...this.#salvage(error)]
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, rowid]) => ({ key, rowid }));
  }

  #salvagedRow(key: string): Row | undefined {
    const rowid = this.#salvaged?.get(key);
    if (rowid === undefined) return undefined;
    return this.#database.get(this.#selectValue("rowid"), rowid);
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The owner in "bubbleId:a:b:c" is "a:b": what follows the last colon never has a colon itself. */
function ownerOf(key: string, family: string): string {
  const end = key.lastIndexOf(":");
  return end < family.length ? key.slice(family.length) : key.slice(family.length, end);
}

/** In the order of the index, which is that of the bytes. */
function isAfter(key: string, other: string): boolean {
  return Buffer.compare(Buffer.from(key), Buffer.from(other)) > 0;
}

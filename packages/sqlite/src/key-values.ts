import type { Json } from "@chatexport/core";
import type { DatabaseError } from "./database-error.js";

/** A row of a table of keys and values. */
export interface StoredKey {
  key: string;
  /** A row that is written anew gets a new one, larger than all others. */
  rowid: number;
}

/** A table `(key, value)`, such as the `ItemTable` of VS Code. Prefixes are looked up as ranges of the index. */
export interface KeyValues {
  /** The database. */
  readonly path: string;
  readonly table: string;
  /** A page proved to be corrupt: its keys are not handed out, and the others not in order. */
  readonly damage?: DatabaseError | undefined;
  /** The keys that begin with `prefix`, from the index alone; reports nothing and skips keys that are NULL. */
  keys(prefix: string): Iterable<StoredKey>;
  /** The value of a key, which may be missing or unreadable; some drivers end a text at a NUL. */
  value(key: string): StoredValue;
  /** A value as bytes, text in UTF-8 and whole, without a string made of it; undefined when there is none. */
  bytes(key: string): Uint8Array | undefined;
  /**
   * The values at some paths ("$.name") of a value that is a JSON object, null for each path
   * without one. SQLite looks it up, so that the rest of a long value is neither handed out nor
   * parsed. Undefined for any other value, or one that is unreadable; `value` tells what it is.
   */
  extract(key: string, paths: readonly string[]): Json[] | undefined;
  /**
   * The number of keys that begin with `prefix`, and the newest row among them (0: none), from the index
   * alone.
   */
  extent(prefix: string): { count: number; newest: number };
  /** The bytes of all values whose keys begin with `prefix`, which are not read; undefined where rows are damaged. */
  size(prefix: string): number | undefined;
  /** Each distinct X of the keys "bubbleId:X:…" of a family, in the order of the index, in one seek each. */
  owners(family: string): Iterable<string>;
}

/** The value of a key. Some programs store JSON now as text, now as bytes, and leave NULL for what they deleted. */
export type StoredValue =
  | { kind: "text"; text: string }
  | { kind: "bytes"; bytes: Uint8Array }
  | { kind: "null" }
  | { kind: "missing" }
  /** It lies on a page that is corrupt. */
  | { kind: "unreadable"; cause: unknown };

/** The value that a driver handed out. */
export function storedValue(value: unknown): StoredValue {
  if (typeof value === "string") return { kind: "text", text: value };
  if (value instanceof Uint8Array) return { kind: "bytes", bytes: value };
  return value === null ? { kind: "null" } : { kind: "text", text: String(value) };
}

/** A value as bytes: text in UTF-8; undefined when there is none. */
export function bytesOfValue(value: StoredValue): Uint8Array | undefined {
  if (value.kind === "text") return Buffer.from(value.text);
  return value.kind === "bytes" ? value.bytes : undefined;
}

/** A value as text: UTF-8 of bytes; undefined when there is none. */
export function textOfValue(value: StoredValue): string | undefined {
  if (value.kind === "text") return value.text;
  if (value.kind !== "bytes") return undefined;
  const { buffer, byteOffset, byteLength } = value.bytes;
  // A view, for a copy of each value would cost as much as reading it.
  return Buffer.from(buffer, byteOffset, byteLength).toString("utf8");
}

/** A range of keys. */
export interface KeyRange {
  /** The condition on the column of the keys. */
  where(column: string): string;
  /** The value for each `?` of the condition. */
  parameters: string[];
}

/** The keys, never NULL, that begin with `prefix`, as a range of the index; with `from`, those at or after it. */
export function keyRange(prefix: string, from = prefix, comparison: ">=" | ">" = ">="): KeyRange {
  const end = successor(prefix);
  const below = (column: string) => (end === undefined ? "" : ` AND ${column} < ?`);
  return {
    where: (column) => `${column} ${comparison} ?${below(column)}`,
    parameters: end === undefined ? [from] : [from, end],
  };
}

/** The least string above all that begin with `prefix`, in the order of UTF-8; undefined: none is. */
export function successor(prefix: string): string | undefined {
  const characters = [...prefix];
  while (characters.length > 0) {
    const last = characters.pop()?.codePointAt(0) ?? 0;
    // Surrogates are no characters.
    if (last < 0x10ffff)
      return characters.join("") + String.fromCodePoint(last === 0xd7ff ? 0xe000 : last + 1);
  }
  return undefined;
}

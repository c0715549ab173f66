import { bytesOfValue, type KeyValues, type StoredKey, type StoredValue } from "@chatexport/sqlite";

/** A value that lies on a page that cannot be read. */
export const corrupt = Symbol("corrupt");

/**
 * A table in memory: null is NULL, a string is text, bytes are bytes, and anything else is stored as
 * JSON. Rowids follow the order of the record.
 */
export function rowsOf(record: Record<string, unknown>): KeyValues {
  const keys: StoredKey[] = Object.keys(record).map((key, index) => ({ key, rowid: index + 1 }));
  keys.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const beginning = (prefix: string) => keys.filter(({ key }) => key.startsWith(prefix));
  const valueAt = (key: string): StoredValue =>
    Object.hasOwn(record, key) ? stored(record[key]) : { kind: "missing" };
  return {
    path: "/home/mira/state.vscdb",
    table: "cursorDiskKV",
    keys: beginning,
    value: valueAt,
    bytes: (key) => bytesOfValue(valueAt(key)),
    extract: () => undefined,
    extent(prefix) {
      const found = beginning(prefix);
      return { count: found.length, newest: Math.max(0, ...found.map(({ rowid }) => rowid)) };
    },
    size(prefix) {
      const values = beginning(prefix).map(({ key }) => bytesOfValue(valueAt(key)));
      return values.reduce((sum, value) => sum + (value?.length ?? 0), 0);
    },
    *owners(family) {
      const owners = beginning(family).map(
        ({ key }) => key.slice(family.length).split(":")[0] ?? "",
      );
      yield* new Set(owners);
    },
  };
}

function stored(value: unknown): StoredValue {
  if (value === null) return { kind: "null" };
  if (value === corrupt) return { kind: "unreadable", cause: new Error("the page is corrupt") };
  if (typeof value === "string") return { kind: "text", text: value };
  if (value instanceof Uint8Array) return { kind: "bytes", bytes: value };
  return { kind: "text", text: JSON.stringify(value) };
}

/** The value of a key. Cursor stores JSON now as text, now as bytes, and leaves NULL for what it deleted. */
export type StoredValue =
  | { kind: "text"; text: string }
  | { kind: "bytes"; bytes: Uint8Array }
  | { kind: "null" }
  | { kind: "missing" }
  /** It lies on a page that is corrupt. */
  | { kind: "unreadable"; cause: unknown };

/** What a driver handed out for a value. */
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

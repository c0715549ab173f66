import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** An id of a session; those of one kind of session differ in their end. */
export function idOf(kind: number, index: number): string {
  return `${String(kind).repeat(8)}-0000-4000-8000-${String(index).padStart(12, "0")}`;
}

/** Writes a file as a tool would: for the user alone, some time ago. */
export function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content, { mode: 0o600 });
  age(path);
}

/** Gives a file a time that programs cannot set: to the nanosecond it stays only where the file itself does. */
export function age(path: string): void {
  utimesSync(path, 1_790_000_000.123, 1_790_000_123.456789);
}

/** Gives all folders times that programs can set without loss. */
export function ageFolders(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) ageFolders(join(folder, entry.name));
  utimesSync(folder, 1_790_000_000, 1_790_000_321);
}

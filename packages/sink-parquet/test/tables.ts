import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type DatasetFile, type Diagnostic, defined, type Session } from "@chatexport/core";
import { type RunSettings, runDataset } from "../../../tests/sinks/run-dataset.js";
import parquet, { type ParquetOptions } from "../src/index.js";

/** Writes sessions into a folder, as far as they are not there; which sessions and files that were. */
export async function writeTables(
  folder: string,
  sessions: readonly Session[],
  { revision, isForced, ...options }: ParquetOptions & Partial<RunSettings> = {},
): Promise<{ written: string[]; files: readonly DatasetFile[]; reported: Diagnostic[] }> {
  const settings = defined({ revision, isForced });
  const { outdated, ...run } = await runDataset(parquet(options), folder, sessions, settings);
  return { ...run, written: outdated.map(({ ref }) => ref.id) };
}

/** Hashes of all files below a folder, by name. */
export function contentOf(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    names
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((path) => [
        path.slice(folder.length + 1),
        createHash("sha256").update(readFileSync(path)).digest("hex"),
      ]),
  );
}

/** The answer of DuckDB about tables; each table is a view of its name. */
export async function ask(folder: string, question: string): Promise<unknown[]> {
  // There are systems without it, on which all other tests still run.
  const { DuckDBInstance } = await import("@duckdb/node-api");
  const database = await DuckDBInstance.create();
  const connection = await database.connect();
  try {
    for (const table of ["sessions", "messages", "parts", "tool_calls", "edits", "usage"])
      await connection.run(
        `CREATE VIEW ${table} AS SELECT * FROM read_parquet('${join(folder, table)}/*/*/*.parquet')`,
      );
    return (await connection.runAndReadAll(question)).getRowObjectsJson();
  } finally {
    connection.closeSync();
    database.closeSync();
  }
}

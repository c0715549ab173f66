import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  contextFor,
  type DatasetFile,
  type Diagnostic,
  type Session,
  type SessionRef,
} from "@chatexport/core";
import { onTestFinished } from "vitest";
import parquet, { type ParquetOptions } from "../src/index.js";

/** A folder that goes with the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-tables-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, "tables");
}

/** What listing tells about a session. */
function refOf({ id, source, startedAt, updatedAt }: Session, revision = "1"): SessionRef {
  return {
    ...{ id, source, revision, locator: null },
    ...(startedAt !== undefined && { startedAt }),
    ...(updatedAt !== undefined && { updatedAt }),
  };
}

/** Writes sessions into a folder, as far as they are not there; which sessions and files that were. */
export async function writeTables(
  folder: string,
  sessions: readonly Session[],
  { revision = "1", isForced = false, ...options }: ParquetOptions & Partial<Settings> = {},
): Promise<{ written: string[]; files: readonly DatasetFile[]; reported: Diagnostic[] }> {
  const reported: Diagnostic[] = [];
  const found = new Map(sessions.map((session) => [refOf(session, revision), session]));
  const plan = await parquet(options).plan([...found.keys()], {
    ...contextFor({ report: (diagnostic) => reported.push(diagnostic) }, {}),
    ...{ folder, isForced, revisionOf: (ref) => ref.revision, wait: () => {} },
  });
  async function* loaded() {
    for (const { ref } of plan.outdated) {
      const session = found.get(ref);
      if (session) yield { ref, session };
    }
  }
  return {
    written: plan.outdated.map(({ ref }) => ref.id),
    files: (await plan.write(loaded())).files,
    reported,
  };
}

interface Settings {
  revision: string;
  isForced: boolean;
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

/** What DuckDB answers about tables; each table is a view of its name. */
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

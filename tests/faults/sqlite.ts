import { createRequire } from "node:module";
import { join } from "node:path";
import { repository } from "./repository.js";

const require = createRequire(join(repository, "packages/source-cursor/package.json"));

/** The driver of the tests, which every Node can load. */
const sqlite = (): unknown => require("@photostructure/sqlite");

/** A value of a column. */
export type ColumnValue = string | number | bigint | Uint8Array | null;

/** A row by the names of its columns. */
type Row = Record<string, ColumnValue>;

/** A database that is open for writing. */
export interface Connection {
  exec(sql: string): void;
  prepare(sql: string): {
    all(...values: ColumnValue[]): Row[];
    run(...values: ColumnValue[]): unknown;
    setReadBigInts?(isWanted: boolean): void;
  };
  close(): void;
}

/** Runs with a database and closes it; it leaves no other file beside it. */
export function withDatabase<T>(path: string, run: (database: Connection) => T): T {
  const { DatabaseSync } = sqlite() as { DatabaseSync: new (path: string) => Connection };
  const database = new DatabaseSync(path);
  try {
    database.exec("PRAGMA journal_mode = delete");
    return run(database);
  } finally {
    database.close();
  }
}

/** True when SQLite finds nothing wrong with a file: then nobody can tell that it once held more. */
export function isSound(path: string): boolean {
  const { DatabaseSync } = sqlite() as {
    DatabaseSync: new (path: string, options: { readOnly: boolean }) => Connection;
  };
  try {
    const database = new DatabaseSync(path, { readOnly: true });
    try {
      return database.prepare("PRAGMA integrity_check").all()[0]?.integrity_check === "ok";
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}

/** A name in a statement. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

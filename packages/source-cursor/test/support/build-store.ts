import {
  cpSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildStore as buildDatabases } from "../../../../scripts/cursor-store.mjs";
import { filesOf } from "../../../../tests/fixtures/read-fixture.js";
import { writingDriver } from "../../../sqlite/test/support/databases.js";

/** A store in a temporary folder, built from what lies in a folder of fixtures. */
export interface BuiltStore {
  path: string;
  remove(): void;
}

// Where nothing tells when a conversation ended, the time of its file does.
const modified = new Date("2026-03-05T12:00:00.000Z");

/**
 * Copies a folder and replaces each NAME.rows.json in it by the database NAME; "<store>" in rows becomes
 * the path of the copy.
 */
export function buildStore(folder: string): BuiltStore {
  // With links resolved, as the reader may write paths.
  const path = realpathSync(mkdtempSync(join(tmpdir(), "chatexport-cursor-")));
  cpSync(folder, path, { recursive: true });
  const escaped = JSON.stringify(path).slice(1, -1);
  for (const rows of Object.keys(filesOf(path)).filter((file) => file.endsWith(".rows.json")))
    writeFileSync(rows, readFileSync(rows, "utf8").replaceAll("<store>", escaped));
  buildDatabases(path);
  for (const file of Object.keys(filesOf(path))) utimesSync(file, modified, modified);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** The databases below a folder; what only has the name of one is none. */
export function databasesOf(folder: string): string[] {
  return Object.keys(filesOf(folder)).filter(
    (path) =>
      /\.(vscdb|db)$/.test(path) && readFileSync(path, "latin1").startsWith("SQLite format 3"),
  );
}

interface Reader {
  prepare(sql: string): { all(): Record<string, unknown>[] };
  close(): void;
}

const driver = writingDriver() as {
  DatabaseSync: new (path: string, options: { readOnly: boolean }) => Reader;
};

/** The rows of each table of a database. */
export function tablesOf(path: string): Record<string, Record<string, unknown>[]> {
  const database = new driver.DatabaseSync(path, { readOnly: true });
  const names = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  const tables = names.map(({ name }) => [name, database.prepare(`SELECT * FROM "${name}"`).all()]);
  database.close();
  return Object.fromEntries(tables);
}

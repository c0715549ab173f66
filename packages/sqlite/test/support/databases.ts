import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";

/*
 * Databases for tests. They are written by @photostructure/sqlite on every Node, so that a test
 * finds the same bytes whichever driver it reads them with:
 *
 *   writeDatabase(path, {
 *     cursorDiskKV: { rows: [["composerData:1", json], ["bubbleId:1:a", null]] },
 *     composerHeaders: { rows: [{ composerId: "1", recency: 3 }] },
 *   });
 */

const require = createRequire(import.meta.url);
const driver = "@photostructure/sqlite";

interface Connection {
  exec(sql: string): void;
  close(): void;
}

/** The driver that writes databases, with the interface of `node:sqlite`. */
export const writingDriver = (): unknown => require(driver);

/** A value of a column: TEXT, INTEGER or REAL, BLOB, NULL. */
export type ColumnValue = string | number | Uint8Array | null;

/** A table to write. */
export interface TableContent {
  /**
   * The statement that creates it. Without one, `ItemTable` and `cursorDiskKV` become as Cursor
   * makes them, and any other table gets the columns that its rows name.
   */
  create?: string;
  /** By position, or by the names of the columns. */
  rows?: readonly (readonly ColumnValue[] | Readonly<Record<string, ColumnValue>>)[];
}

/** Writes a database and its folder; `journal` "wal", which Cursor uses, leaves no `-wal` behind. */
export function writeDatabase(
  path: string,
  tables: Readonly<Record<string, TableContent>>,
  journal: "wal" | "delete" = "wal",
): void {
  createDatabase(path, [
    `PRAGMA journal_mode = ${journal}`,
    "BEGIN",
    ...Object.entries(tables).flatMap(([name, content]) => [
      content.create ?? createTable(name, content.rows ?? []),
      ...(content.rows ?? []).map((row) => insert(name, row)),
    ]),
    "COMMIT",
  ]);
}

/** Runs statements on a new or existing database and closes it. */
export function createDatabase(path: string, statements: readonly string[]): void {
  mkdirSync(dirname(path), { recursive: true });
  const { DatabaseSync } = writingDriver() as { DatabaseSync: new (path: string) => Connection };
  const connection = new DatabaseSync(path);
  // Statements that are prepared would keep the connection alive after `close`.
  for (const statement of statements) connection.exec(statement);
  connection.close();
}

/** The statement that inserts a row. */
export function insert(
  table: string,
  row: readonly ColumnValue[] | Readonly<Record<string, ColumnValue>>,
): string {
  const named = !Array.isArray(row);
  const columns = named ? ` (${Object.keys(row).map(identifier).join(", ")})` : "";
  const values = Object.values(row).map(literal).join(", ");
  return `INSERT INTO ${identifier(table)}${columns} VALUES (${values})`;
}

function createTable(name: string, rows: NonNullable<TableContent["rows"]>): string {
  if (name === "ItemTable" || name === "cursorDiskKV")
    return `CREATE TABLE ${name} (key TEXT UNIQUE ON CONFLICT REPLACE, value BLOB)`;
  const columns = new Set(rows.flatMap((row) => Object.keys(row)));
  return `CREATE TABLE ${identifier(name)} (${[...columns].map(identifier).join(", ")})`;
}

function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function literal(value: ColumnValue): string {
  if (value === null) return "NULL";
  if (typeof value === "number") return String(value);
  if (typeof value !== "string") return `x'${Buffer.from(value).toString("hex")}'`;
  // A NUL would end the statement.
  return value.includes("\0")
    ? `CAST(x'${Buffer.from(value).toString("hex")}' AS TEXT)`
    : `'${value.replaceAll("'", "''")}'`;
}

/** Another process that has a database open, as Cursor does while it runs. */
export interface Writer {
  /** Runs statements there; they stay in the `-wal` of a database in WAL mode. */
  run(...statements: string[]): Promise<void>;
  /** Closes the database, which empties its `-wal`, and ends. */
  close(): Promise<void>;
  /** Ends without closing: `-wal` and `-shm` stay. */
  kill(): Promise<void>;
}

/** Runs statements in another process and waits for its end. */
export function runElsewhere(path: string, ...statements: string[]): void {
  const script = `
    const [module, path, ...statements] = process.argv.slice(1);
    const database = new (require(module).DatabaseSync)(path);
    for (const statement of statements) database.exec(statement);
    database.close();
  `;
  execFileSync(process.execPath, ["-e", script, require.resolve(driver), path, ...statements]);
}

// A child cannot run TypeScript on every Node, so what it runs is a text.
const child = `
  const { DatabaseSync } = require(process.argv[1]);
  const database = new DatabaseSync(process.argv[2]);
  process.on("message", (statements) => {
    try {
      if (statements === "close") { database.close(); process.disconnect(); return; }
      for (const statement of statements) database.exec(statement);
      process.send("done");
    } catch (error) { process.send(String(error)); }
  });
  process.send("ready");
`;

/** Opens a database in another process; end it in every case. */
export async function startWriter(path: string): Promise<Writer> {
  mkdirSync(dirname(path), { recursive: true });
  const writer = spawn(process.execPath, ["-e", child, require.resolve(driver), path], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  await answer(writer, "ready");
  return {
    async run(...statements) {
      writer.send(statements);
      await answer(writer, "done");
    },
    async close() {
      if (writer.exitCode !== null || writer.signalCode !== null) return;
      writer.send("close");
      await once(writer, "exit");
    },
    async kill() {
      if (writer.exitCode !== null || writer.signalCode !== null) return;
      writer.kill("SIGKILL");
      await once(writer, "exit");
    },
  };
}

async function answer(writer: ChildProcess, expected: string): Promise<void> {
  const [message] = await once(writer, "message");
  if (message !== expected) throw new Error(`The writer answered: ${String(message)}`);
}

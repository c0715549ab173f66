import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Context } from "@chatexport/core";
import { type Lock, lockFolder, makeFolder } from "@chatexport/core/host";
import {
  type Connection,
  DatabaseError,
  databaseError,
  type OwnDriver,
  ownDriver,
} from "@chatexport/sqlite";
import { damagedIndex, unusableIndex } from "./diagnostics.js";

/** Changes with the tables and their contents. */
const version = 3;

const probe =
  "CREATE VIRTUAL TABLE probe USING fts5(text, content='', contentless_delete=1, detail=none)";

// Blocks of text are packed, which says itself when a byte is wrong. Their grams and words are not kept as texts.
const tables = `
  CREATE TABLE meta(version INTEGER, rules TEXT);
  CREATE TABLE session(
    id INTEGER PRIMARY KEY AUTOINCREMENT, place TEXT, reader TEXT, source TEXT, native TEXT,
    revision TEXT, isMasked INTEGER, isFaulty INTEGER, facts TEXT,
    UNIQUE(place, reader, source, native));
  CREATE TABLE block(
    id INTEGER PRIMARY KEY AUTOINCREMENT, session INTEGER, isSaid INTEGER, labels BLOB, content BLOB);
  CREATE INDEX blocksOfSession ON block(session, isSaid);
  CREATE VIRTUAL TABLE gram USING fts5(
    keys, content='', contentless_delete=1, detail=none, tokenize='ascii');
  CREATE VIRTUAL TABLE word USING fts5(
    text, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2');
  INSERT INTO gram(gram, rank) VALUES('hashsize', 8388608);
  INSERT INTO word(word, rank) VALUES('hashsize', 8388608);`;

/** The file of an index, open. */
export interface IndexFile {
  readonly path: string;
  readonly connection: Connection;
  /** Runs statements on one state of it. Nothing is done where a program with other rules has begun it anew. */
  read<Result>(work: () => Iterable<Result>): Iterable<Result>;
  /** Runs statements that change it, all of them or none; else as `read`. Throws `DatabaseError`. */
  write(work: () => void): void;
  /** Deletes what is damaged and begins anew. */
  recreate(cause: unknown): void;
  close(): void;
}

/** Opens the file below a folder, or makes it; undefined (and reported) when that cannot be. */
export async function openIndexFile(
  folder: string,
  rules: string,
  { report }: Pick<Context, "report">,
): Promise<IndexFile | undefined> {
  const driver = ownDriver(probe);
  const path = join(folder, nameFor(driver));
  if (!driver) {
    report(unusableIndex("no SQLite here has FTS5: use Node 24"));
    return undefined;
  }
  let lock: Lock | undefined;
  try {
    makeFolder(folder);
    if (!driver.isShared) lock = await lockAtOnce(folder);
    let connection = opened();
    let isClosed = false;
    return {
      path,
      get connection() {
        return connection;
      },
      *read(work) {
        const begun = connection;
        begun.exec("BEGIN");
        try {
          if (isOurs(begun, rules)) yield* work();
        } finally {
          rollBack(begun);
        }
      },
      write(work) {
        try {
          connection.exec("BEGIN IMMEDIATE");
          if (isOurs(connection, rules)) work();
          connection.exec("COMMIT");
        } catch (cause) {
          rollBack(connection);
          throw databaseError(path, cause);
        }
      },
      recreate(cause) {
        report(damagedIndex(path, cause));
        connection.close();
        remove(path);
        connection = opened();
      },
      close() {
        if (isClosed) return;
        isClosed = true;
        connection.close();
        lock?.release();
      },
    };
  } catch (cause) {
    lock?.release();
    report(unusableIndex(cause));
    return undefined;
  }

  function opened(): Connection {
    for (let attempts = 0; ; attempts++) {
      let connection: Connection | undefined;
      try {
        connection = open();
        if (isOurs(connection, rules)) return connection;
        connection.close();
      } catch (cause) {
        connection?.close();
        if (attempts > 0 || !isDamage(cause)) throw cause;
        report(damagedIndex(path, cause));
      }
      // Other rules may hide what stands there: not one page of it stays.
      remove(path);
    }
  }

  function open(): Connection {
    const connection = driver?.open(path) as Connection;
    connection.exec("PRAGMA busy_timeout = 10000; PRAGMA secure_delete = FAST");
    if (driver?.isShared) connection.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
    connection.exec("BEGIN IMMEDIATE");
    const isNew = connection.prepare("SELECT 1 FROM sqlite_master LIMIT 1").get() === undefined;
    if (isNew) {
      connection.exec(tables);
      connection.prepare("INSERT INTO meta VALUES(?, ?)").run(version, rules);
    }
    connection.exec("COMMIT");
    return connection;
  }
}

/**
 * Reads the file below a folder as it is. Undefined where there is none, or it has other rules, is damaged, or another
 * process has it for itself: nothing is made, mended or reported, and nobody waits.
 */
export async function readIndexFile<Result>(
  folder: string,
  rules: string,
  read: (connection: Connection) => Result,
): Promise<Result | undefined> {
  if (!existsSync(folder)) return undefined;
  const driver = ownDriver(probe);
  const path = join(folder, nameFor(driver));
  if (!driver || !existsSync(path)) return undefined;
  let lock: Lock | undefined;
  let connection: Connection | undefined;
  try {
    if (!driver.isShared) lock = await lockAtOnce(folder);
    connection = driver.open(path);
    return isOurs(connection, rules) ? read(connection) : undefined;
  } catch {
    return undefined;
  } finally {
    connection?.close();
    lock?.release();
  }
}

/** The name of the file that a driver opens. */
function nameFor(driver: OwnDriver | undefined): string {
  return driver?.isShared === false ? "search-alone.db" : "search.db";
}

/** Tells if an error says that the file is damaged, or none of ours. */
export function isDamage(cause: unknown): boolean {
  const error = databaseError("", cause);
  if (error.problem === "corrupt" || error.problem === "not-a-database") return true;
  // What was unpacked from it is wrong, or a table is missing.
  return !(cause instanceof DatabaseError) && /^Z_|no such table/.test(codeAndMessage(cause));
}

function codeAndMessage(cause: unknown): string {
  const { code, message } = Object(cause) as Record<string, unknown>;
  return typeof code === "string" && code.startsWith("Z_") ? code : String(message);
}

function isOurs(connection: Connection, rules: string): boolean {
  const row = connection.prepare("SELECT version, rules FROM meta").get() as
    | { version: unknown; rules: unknown }
    | undefined;
  return row?.version === version && row.rules === rules;
}

/** The lock of a folder, unless another process has it: nobody waits for an index. */
async function lockAtOnce(folder: string): Promise<Lock> {
  const other = new AbortController();
  const wait = () => other.abort(new Error("another chatexport has it open"));
  try {
    return await lockFolder(folder, { signal: other.signal, wait });
  } catch (cause) {
    throw other.signal.aborted ? other.signal.reason : cause;
  }
}

function rollBack(connection: Connection): void {
  try {
    connection.exec("ROLLBACK");
  } catch {
    // SQLite has ended it already.
  }
}

function remove(path: string): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) rmSync(path + suffix, { force: true });
}

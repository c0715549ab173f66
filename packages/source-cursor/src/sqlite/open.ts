import { pathToFileURL } from "node:url";
import { OpenDatabase } from "./connection.js";
import type { Database, DatabaseError } from "./database.js";
import { type Driver, type Fallback, findDriver } from "./driver.js";
import { databaseError, noDriver } from "./errors.js";
import { copyPrivately } from "./private-copy.js";
import { type DatabaseFiles, lookAt, type Way, waysToOpen } from "./ways.js";

/** A database with the way in which it was opened, and what its files were like. */
export interface Opened {
  database: Database;
  way: Way;
  files: DatabaseFiles;
}

/**
 * Opens a database for reading; nothing is created or changed beside it. The newest committed state
 * is read, also while Cursor writes. A file without bytes is a database without tables. Throws
 * `DatabaseError`.
 */
export function openDatabase(path: string, fallback?: Fallback): Database {
  return open(path, fallback).database;
}

/** Like `openDatabase`, and tells how. */
export function open(path: string, fallback?: Fallback): Opened {
  const files = lookAt(path);
  let reason: DatabaseError | undefined;
  for (const way of waysToOpen(files)) {
    const driver = findDriver({ uris: way === "shared" || way === "immutable" }, fallback);
    if (!driver) continue;
    try {
      return { database: openIn[way](path, files, driver, reason), way, files };
    } catch (cause) {
      const error = databaseError(path, cause);
      // A lock, a read-only folder, a network drive: the next way may do without what failed.
      if (error.problem !== "locked" && error.problem !== "unreadable") throw error;
      reason = error;
    }
  }
  throw reason ?? noDriver();
}

type Open = (
  path: string,
  files: DatabaseFiles,
  driver: Driver,
  reason: DatabaseError | undefined,
) => Database;

const openIn: Record<Way, Open> = {
  empty: (path, _, driver) => connect(path, ":memory:", driver, false),
  plain: (path, files, driver) => connect(path, files.path, driver, true),
  shared: (path, files, driver) =>
    connect(path, `${pathToFileURL(files.path).href}?mode=ro&readonly_shm=1`, driver, true),
  immutable: (path, files, driver) =>
    connect(path, `${pathToFileURL(files.path).href}?mode=ro&immutable=1`, driver, true),
  copy(path, _, driver, reason) {
    const copy = copyPrivately(path, reason);
    try {
      // Writable, so that SQLite can recover what a crash left in `-wal` or `-journal`.
      const database = connect(path, copy.path, driver, false, copy.remove);
      // An open file can be read without its name, and nothing is left behind by a process that is killed.
      if (process.platform !== "win32") copy.remove();
      return database;
    } catch (cause) {
      copy.remove();
      throw cause;
    }
  },
};

function connect(
  path: string,
  name: string,
  driver: Driver,
  readOnly: boolean,
  afterClose?: () => void,
): Database {
  const connection = driver.connect(name, { readOnly });
  try {
    connection.exec(
      "PRAGMA busy_timeout = 5000; PRAGMA query_only = ON; PRAGMA trusted_schema = OFF",
    );
    const database = new OpenDatabase(path, driver.name, connection, afterClose);
    // SQLite opens lazily: only the first read shows whether it can.
    database.tables();
    return database;
  } catch (cause) {
    connection.close();
    throw cause;
  }
}

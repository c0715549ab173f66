import { pathToFileURL } from "node:url";
import { attempt, type PrivateFolder } from "@chatexport/core/read";
import { type Database, OpenDatabase, type WhileOpen } from "./database.js";
import { type DatabaseError, databaseError, noDriver } from "./database-error.js";
import { type DatabaseFiles, lookAt, stillFits, type Way, waysToOpen } from "./database-files.js";
import type { Driver } from "./driver.js";
import { findDriver } from "./find-driver.js";
import { copyPrivately, linkPrivately } from "./private-copy.js";

/** A database with the way in which it was opened, and what its files were like. */
interface Opened {
  database: Database;
  way: Way;
  files: DatabaseFiles;
}

/**
 * Opens the newest committed state of a database for reading, also while its program writes; nothing is changed
 * beside it. A file without bytes is a database without tables. Throws `DatabaseError`.
 */
export function openDatabase(path: string): Database {
  return open(path).database;
}

function open(path: string): Opened {
  const files = lookAt(path);
  let reason: DatabaseError | undefined;
  for (const way of waysToOpen(files)) {
    const driver = findDriver(way);
    if (!driver) continue;
    try {
      return { database: openIn(way, path, files, driver, reason), way, files };
    } catch (cause) {
      const error = databaseError(path, cause);
      // A lock, a read-only folder, a network drive: the next way may do without what failed.
      if (error.problem !== "locked" && error.problem !== "unreadable") throw error;
      reason = error;
    }
  }
  throw reason ?? noDriver(path);
}

/** The driver that opens a copy of a database, and recovers what a crash left in it. Throws `DatabaseError`. */
export function driverOfCopy(path: string): Driver {
  const isInterrupted = waysToOpen(lookAt(path)).includes("recovery");
  const driver = findDriver(isInterrupted ? "recovery" : "copy");
  if (!driver) throw noDriver(path);
  return driver;
}

function openIn(
  way: Way,
  path: string,
  files: DatabaseFiles,
  driver: Driver,
  reason: DatabaseError | undefined,
): Database {
  if (way === "copy" || way === "recovery")
    return openAside(path, copyPrivately(path, reason), driver, { readOnly: false });
  // Without a lock that another program respects.
  const isUnchanged = () => lookAt(path).content === files.content;
  if (way === "linked")
    return openAside(path, linkPrivately(files.path), driver, { readOnly: true, isUnchanged });
  const uri = pathToFileURL(files.path).href;
  const names = {
    empty: ":memory:",
    plain: files.path,
    shared: `${uri}?mode=ro&readonly_shm=1`,
    immutable: `${uri}?mode=ro&immutable=1`,
  };
  const readOnly = way !== "empty";
  return connect(
    path,
    names[way],
    driver,
    way === "immutable" ? { readOnly, isUnchanged } : { readOnly },
  );
}

/**
 * Opens what stands for a database in a folder of our own: a copy writable, so that SQLite can recover
 * what a crash left in `-wal` or `-journal`.
 */
function openAside(
  path: string,
  aside: PrivateFolder,
  driver: Driver,
  options: ConnectOptions,
): Database {
  try {
    const database = connect(path, aside.path, driver, { ...options, afterClose: aside.remove });
    // An open file can be read without its name, and nothing is left behind by a process that is killed.
    if (process.platform !== "win32") aside.remove();
    return database;
  } catch (cause) {
    aside.remove();
    throw cause;
  }
}

interface ConnectOptions extends WhileOpen {
  readOnly: boolean;
}

function connect(
  path: string,
  name: string,
  driver: Driver,
  { readOnly, ...whileOpen }: ConnectOptions,
): Database {
  const connection = driver.connect(name, { readOnly });
  try {
    connection.exec(
      "PRAGMA busy_timeout = 5000; PRAGMA query_only = ON; PRAGMA trusted_schema = OFF",
    );
    const database = new OpenDatabase(path, driver.name, connection, whileOpen);
    // SQLite opens lazily: only the first read shows whether it can.
    database.tables();
    return database;
  } catch (cause) {
    connection.close();
    throw cause;
  }
}

/** The databases of a source, each opened once and closed together. */
export interface Databases {
  /** Throws `DatabaseError`. */
  open(path: string): Database;
  /** Has a private copy made anew, when it is asked for again, if its database has changed since. */
  renew(): void;
  /** Closes all of them. */
  close(): void;
}

/** Hundreds of workspaces and chats have one each; those that were opened longest ago are closed. */
const mostOpen = 64;

/** Opens databases when they are asked for. Ask again for each piece of work: the oldest of 64 is closed. */
export function createDatabases(): Databases {
  const current = new Map<string, Opened>();
  const opened: Database[] = [];
  return {
    open(path) {
      const known = current.get(path);
      // Another program may have begun to write to it since, so that the way of opening no longer fits.
      if (known && stillFits(known.way, known.files, lookAt(path))) return known.database;
      const next = open(path);
      current.set(path, next);
      opened.push(next.database);
      if (opened.length > mostOpen) closeOldest(opened, current);
      return next.database;
    },
    renew() {
      for (const [path, { way, files }] of current)
        if (
          (way === "copy" || way === "recovery") &&
          attempt(() => lookAt(path).state) !== files.state
        )
          current.delete(path);
    },
    close() {
      // Replaced databases, too: they stayed open because iterators may still have read them.
      for (const database of opened.splice(0)) database.close();
      current.clear();
    },
  };
}

function closeOldest(opened: Database[], current: Map<string, Opened>): void {
  const oldest = opened.shift();
  if (!oldest) return;
  oldest.close();
  if (current.get(oldest.path)?.database === oldest) current.delete(oldest.path);
}

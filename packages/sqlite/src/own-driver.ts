import { closeSync, openSync, rmSync } from "node:fs";
import { attempt } from "@chatexport/core/read";
import { databaseError } from "./database-error.js";
import type { Connection, Driver } from "./driver.js";
import { ownDrivers } from "./find-driver.js";

/** Opens databases that are our own, to read and write them. */
export interface OwnDriver {
  /** "node:sqlite", "better-sqlite3" or "node-sqlite3-wasm". */
  readonly name: string;
  /**
   * Several processes can have a database open at the same time. Otherwise the caller keeps others out, and gives
   * it a file that no other driver opens: this one has locks of its own.
   */
  readonly isShared: boolean;
  /** Opens a database, and makes it where it is missing, for this user alone. Throws `DatabaseError`. */
  open(path: string): Connection;
}

/** The first driver that runs the SQL on an empty database, as `node:sqlite` of some versions lacks FTS5. */
export function ownDriver(sql: string): OwnDriver | undefined {
  for (const driver of ownDrivers()) if (runs(driver, sql)) return ownDriverOf(driver);
  return undefined;
}

function runs(driver: Driver, sql: string): boolean {
  const connection = attempt(() => driver.connect(":memory:", { readOnly: false }));
  if (!connection) return false;
  try {
    connection.exec(sql);
    return true;
  } catch {
    return false;
  } finally {
    connection.close();
  }
}

function ownDriverOf(driver: Driver): OwnDriver {
  // A driver that recovers what a crash left has the locks of SQLite itself.
  const isShared = driver.ways.has("recovery");
  return {
    name: driver.name,
    isShared,
    open(path) {
      try {
        closeSync(openSync(path, "a", 0o600));
        // A process that was killed has left its lock.
        if (!isShared) rmSync(`${path}.lock`, { recursive: true, force: true });
        return driver.connect(path, { readOnly: false });
      } catch (cause) {
        throw databaseError(path, cause);
      }
    },
  };
}

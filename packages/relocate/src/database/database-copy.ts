import { existsSync, rmSync } from "node:fs";
import { getOrAdd } from "@chatexport/core/read";
import {
  copyTo,
  type Database,
  databaseError,
  driverOfCopy,
  lookAt,
  OpenDatabase,
} from "@chatexport/sqlite";
import { refuseTriggers } from "./damage.js";

/** A database that may be written. */
export interface WritableDatabase extends Database {
  run(sql: string, ...parameters: (string | number | Uint8Array | null)[]): void;
}

/**
 * Writes a copy of a database, changed by `work` in one transaction, to `target`; nothing lies beside it
 * then. What `-wal` or a `-journal` held is in it, and its journal mode is the same. The database itself is
 * only read. Throws `DatabaseError`, also for a copy that is not whole afterwards; then what lies at
 * `target` is of no use. `changed` is what `refuseTriggers` has.
 */
export function editCopy(
  path: string,
  target: string,
  work: (database: WritableDatabase) => void,
  changed?: readonly string[],
): void {
  const driver = driverOfCopy(path);
  copyTo(path, target);
  try {
    const connection = driver.connect(target, { readOnly: false });
    try {
      // Functions in an untrusted schema do not run then; triggers would, so none may be there that does.
      connection.exec("PRAGMA trusted_schema = OFF");
      const database = new OpenDatabase(path, driver.name, connection);
      refuseTriggers(database, changed);
      connection.exec("BEGIN IMMEDIATE");
      work(Object.assign(database, { run: runner(connection.prepare.bind(connection)) }));
      connection.exec("COMMIT");
      const [found] = database.all("PRAGMA quick_check(1)");
      if (Object.values(found ?? {})[0] !== "ok") throw new Error("it is not whole any more");
      connection.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    } finally {
      connection.close();
    }
  } catch (cause) {
    throw databaseError(path, cause);
  }
  for (const suffix of besideSuffixes) rmSync(target + suffix, { force: true });
}

/** The suffixes of files that SQLite keeps beside a database. */
const besideSuffixes = ["-wal", "-shm", "-journal"];

/** The files beside a database that belong to its content. */
export function filesBeside(path: string): string[] {
  const real = lookAt(path).path;
  return besideSuffixes.map((suffix) => real + suffix).filter((file) => existsSync(file));
}

type Prepare = (sql: string) => { run(...parameters: unknown[]): unknown };

function runner(prepare: Prepare): WritableDatabase["run"] {
  const prepared = new Map<string, ReturnType<Prepare>>();
  return (sql, ...parameters) => {
    const statement = getOrAdd(prepared, sql, () => prepare(sql));
    statement.run(...parameters);
  };
}

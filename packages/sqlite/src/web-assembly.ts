import { createRequire } from "node:module";
import { setFlagsFromString } from "node:v8";
import type { BindValues, Database } from "node-sqlite3-wasm";
import { readBytes } from "./database-files.js";
import type { Connection, Driver } from "./driver.js";

const require = createRequire(import.meta.url);

/**
 * node-sqlite3-wasm, which runs on every Node. It locks a database with a folder beside it, so it opens
 * nothing where it lies, only copies and links in a folder of our own. It takes its own lock for that of
 * another process, and so leaves a transaction that a crash interrupted as it is (seen in 0.8.60).
 */
export function loadWebAssembly(): Omit<Driver, "name"> {
  // V8 would compile SQLite a second time while it runs, to make it faster: that takes longer than it
  // saves, four fifths of the time of a short run and a quarter of that of 60 MB (seen in Node 20 and 22.12).
  setFlagsFromString("--liftoff-only");
  const { Database } = require("node-sqlite3-wasm") as typeof import("node-sqlite3-wasm");
  return {
    ways: new Set(["empty", "linked", "copy"]),
    connect(name, { readOnly }) {
      if (name !== ":memory:") refuseUtf16(name);
      const database = new Database(name, { readOnly, fileMustExist: name !== ":memory:" });
      // It has no memory to share with other processes, which WAL mode needs otherwise.
      database.exec("PRAGMA locking_mode = EXCLUSIVE");
      return connectionTo(database);
    },
  };
}

/** Throws for texts that this build of SQLite does not read; no program that is read here has such. */
function refuseUtf16(path: string): void {
  // Four bytes of the header, which are 0 where there is no table yet, and anything in what only begins as one.
  const encoding = readBytes(path, 60).subarray(56).toString("hex");
  if (encoding === "00000002" || encoding === "00000003")
    throw new Error("its texts are in UTF-16, for which Node 22.13 or newer is needed");
}

/**
 * Statements are prepared for each use: one that is left before its last row would hold a lock, and what
 * it holds in memory is given back only when it is finalized.
 */
function connectionTo(database: Database): Connection {
  return {
    prepare(sql) {
      database.prepare(sql).finalize();
      return {
        all: (...values) => database.all(sql, values as BindValues),
        get: (...values) => database.get(sql, values as BindValues) ?? undefined,
        run: (...values) => database.run(sql, values as BindValues),
        *iterate(...values) {
          const statement = database.prepare(sql);
          try {
            yield* statement.iterate(values as BindValues);
          } finally {
            statement.finalize();
          }
        },
      };
    },
    exec: (sql) => database.exec(sql),
    close: () => database.close(),
  };
}

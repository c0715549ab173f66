import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { schema } from "../../../scripts/opencode-store.mjs";
import { DatabaseSync } from "../../../scripts/sqlite.mjs";

/** A new opencode.db, which counts the bytes of the values in it. */
export function createDatabase(path) {
  mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path);
  database.exec("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF");
  database.exec(Object.values(schema).join(";\n"));
  database.exec("BEGIN");
  const statements = new Map();
  let bytes = 0;

  /** Writes a row of a table; objects become JSON. */
  function put(table, row) {
    const names = Object.keys(row);
    const key = [table, ...names].join();
    if (!statements.has(key)) {
      const marks = names.map(() => "?").join(", ");
      const sql = `INSERT INTO ${table} (${names.join(", ")}) VALUES (${marks})`;
      statements.set(key, database.prepare(sql));
    }
    const values = Object.values(row).map((value) =>
      typeof value === "object" ? JSON.stringify(value) : value,
    );
    for (const value of values) bytes += typeof value === "string" ? Buffer.byteLength(value) : 4;
    statements.get(key).run(...values);
  }

  /** The mode is set at the end, so that no log of all pages is written before. */
  function close() {
    database.exec("COMMIT");
    database.exec("PRAGMA journal_mode = WAL");
    database.close();
  }

  return { put, close, bytes: () => bytes };
}

import { messageOf } from "@chatexport/core";
import { realPath } from "@chatexport/core/read";
import { type Database, openDatabase } from "@chatexport/sqlite";
import { ChangeError } from "../move/change-error.js";
import type { Rewrite } from "../move/store-plan.js";
import { editCopy, filesBeside, type WritableDatabase } from "./database-copy.js";

/** A database whose place a copy takes that `work` has changed; `changed` is what `editCopy` has. */
export function databaseEdit(
  path: string,
  work: (database: WritableDatabase) => void,
  changed?: readonly string[],
): Rewrite {
  return {
    path: realPath(path),
    kind: "database",
    changes: [],
    absorbs: [],
    beside: filesBeside(path),
    write: (target) => editCopy(path, target, work, changed),
  };
}

/**
 * Plans that all rows go from a database that have one of these ids in a column, which is named "table.column", or
 * "*.column" in any table. Undefined when there is none; throws `ChangeError` where it cannot be read.
 */
export function withoutRows(
  path: string,
  columns: readonly string[],
  ids: readonly string[],
): Rewrite | undefined {
  const isFound = reading(path, (database) =>
    rowsOf(database, columns, ids).some(
      (rows) => database.get(`SELECT 1 FROM ${rows} LIMIT 1`, ...ids) !== undefined,
    ),
  );
  if (!isFound) return undefined;
  return databaseEdit(
    path,
    (copy) => {
      for (const rows of rowsOf(copy, columns, ids)) copy.run(`DELETE FROM ${rows}`, ...ids);
    },
    [],
  );
}

/** The rows in each table, as SQL with the ids as parameters. */
function rowsOf(database: Database, columns: readonly string[], ids: readonly string[]): string[] {
  const marks = ids.map(() => "?").join(", ");
  return [...database.tables()].flatMap((table) =>
    [...database.columns(table)]
      .filter((column) => columns.includes(`${table}.${column}`) || columns.includes(`*.${column}`))
      .map((column) => `${quoted(table)} WHERE ${quoted(column)} IN (${marks})`),
  );
}

/**
 * Plans that the row of an id gets a value in a column. Undefined when there is no such row or column; throws
 * `ChangeError` where it cannot be read.
 */
export function withValue(
  path: string,
  { table, key, column }: { table: string; key: string; column: string },
  id: string,
  value: string,
): Rewrite | undefined {
  const isFound = reading(path, (database) => {
    if (!database.tables().has(table) || !database.columns(table).has(column)) return false;
    const sql = `SELECT 1 FROM ${quoted(table)} WHERE ${quoted(key)} = ?`;
    return database.get(sql, id) !== undefined;
  });
  if (!isFound) return undefined;
  const sql = `UPDATE ${quoted(table)} SET ${quoted(column)} = ? WHERE ${quoted(key)} = ?`;
  return databaseEdit(path, (copy) => copy.run(sql, value, id), [`${table}.${column}`]);
}

/** Plans that a row of an editor's table of items gets a value, or is added with it. */
export function withItem(path: string, key: string, value: string): Rewrite {
  const sql = "INSERT OR REPLACE INTO ItemTable (key, value) VALUES (?, ?)";
  return databaseEdit(path, (copy) => copy.run(sql, key, value));
}

function reading<Result>(path: string, read: (database: Database) => Result): Result {
  try {
    const database = openDatabase(path);
    try {
      return read(database);
    } finally {
      database.close();
    }
  } catch (cause) {
    throw new ChangeError("unreadable", messageOf(cause), { paths: [path], cause });
  }
}

/** A name as SQL takes it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

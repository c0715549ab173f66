import { type Database, type Fallback, lookAt, openDatabase } from "@chatexport/sqlite";
import type { Note, Rewrite } from "../move/store-plan.js";
import { Changes } from "../move/store-plan.js";
import { editCopy, filesBeside, refuseTriggers, type WritableDatabase } from "./database-copy.js";
import { type RowEdit, type RowWork, visitRows } from "./edit-rows.js";
import { candidates, type Moved } from "./moved.js";
import { databaseLeft, existingRows, unreadableRows } from "./notes.js";

/** What becomes of a database of the editor. */
interface DatabasePlan {
  rewrite?: Rewrite;
  notes: Note[];
}

/** Looks what changes in a database of the editor; one that cannot be read, or is damaged, stays as it is. */
export function planDatabase(
  path: string,
  moved: Moved,
  fallback: Fallback | undefined,
): DatabasePlan {
  const changes = new Changes();
  const left = { malformed: 0, "key-exists": 0 };
  const work: RowWork = {
    moved,
    candidates: candidates(moved),
    tell: (field, from, to) => changes.add(field, from, to),
    leave: (reason) => void left[reason]++,
  };
  try {
    reading(path, fallback, (database) => {
      visitRows(database, work);
      if (changes.list().length > 0) refuseDamage(database);
    });
    const notes = [
      ...(left.malformed > 0 ? [unreadableRows(path, left.malformed)] : []),
      ...(left["key-exists"] > 0 ? [existingRows(path, left["key-exists"])] : []),
    ];
    if (changes.list().length === 0) return { notes };
    return { rewrite: databaseRewrite(path, changes, moved, fallback), notes };
  } catch (cause) {
    return { notes: [databaseLeft(path, cause)] };
  }
}

/** Runs `work` on one state of a database, which is only read. */
function reading<Result>(
  path: string,
  fallback: Fallback | undefined,
  work: (database: Database) => Result,
): Result {
  const database = openDatabase(path, fallback);
  try {
    return database.snapshot(() => work(database));
  } finally {
    database.close();
  }
}

/** Says why a database cannot be changed; undefined for one that can. */
export function damageOf(path: string, fallback: Fallback | undefined): Note | undefined {
  try {
    reading(path, fallback, refuseDamage);
    return undefined;
  } catch (cause) {
    return databaseLeft(path, cause);
  }
}

/** Throws for a database that would not be whole after a change either, or that is not as Cursor makes them. */
function refuseDamage(database: Database): void {
  const encoding = database.get("PRAGMA encoding")?.encoding;
  if (encoding !== "UTF-8") throw new Error("its text is not UTF-8");
  refuseTriggers(database);
  const [found] = database.all("PRAGMA quick_check(1)");
  if (Object.values(found ?? {})[0] !== "ok") throw new Error("it is damaged");
}

function databaseRewrite(
  path: string,
  changes: Changes,
  moved: Moved,
  fallback: Fallback | undefined,
): Rewrite {
  return {
    path: lookAt(path).path,
    kind: "database",
    changes: changes.list(),
    absorbs: [],
    beside: filesBeside(path),
    write: (target) => editCopy(path, target, fallback, (database) => changeRows(database, moved)),
  };
}

/** Changes all rows that name something that moves. */
export function changeRows(database: WritableDatabase, moved: Moved): void {
  visitRows(database, {
    moved,
    candidates: candidates(moved),
    tell: () => {},
    leave: () => {},
    write: (edit) => writeRow(database, edit),
  });
}

function writeRow(
  database: WritableDatabase,
  { table, rowid, column, content, isText }: RowEdit,
): void {
  // Bytes go in as they are, also those that are no UTF-8.
  const value = isText ? "CAST(? AS TEXT)" : "?";
  // Cursor's tables would replace another row.
  database.run(
    `UPDATE OR ABORT ${table} SET ${column} = ${value} WHERE rowid = ?`,
    typeof content === "string" ? Buffer.from(content) : content,
    rowid,
  );
}

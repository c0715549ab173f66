import { writeFileSync } from "node:fs";
import { defined } from "@chatexport/core";
import { readBytes, realPath } from "@chatexport/core/read";
import { type Database, lookAt, openDatabase } from "@chatexport/sqlite";
import { databaseLeft, refuseDamage } from "../database/damage.js";
import { editCopy, filesBeside, type WritableDatabase } from "../database/database-copy.js";
import { Changes, type Note, type Rewrite } from "../move/store-plan.js";
import { editMovedNames, type Moved, type NameOptions } from "./edit-moved-names.js";
import { existingRows, noteOn, unreadableRows } from "./notes.js";
import { visitRows } from "./visit-rows.js";

/** The plan for a file: it is rewritten, or stays, maybe with notes why. */
export interface FilePlan {
  rewrite?: Rewrite;
  notes?: Note[];
}

/**
 * The plan for a file that holds JSON; undefined when no place in it moves, or there is no such
 * file.
 */
export function planJsonFile(path: string, field: string, moved: Moved, home?: string): FilePlan {
  const changes = new Changes();
  const edited = (tell?: NameOptions["tell"]) => {
    const content = readBytes(path);
    return editMovedNames(content, moved, defined({ home, tell })) ?? content;
  };
  try {
    if (!moved.paths.mayHold(readBytes(path))) return {};
    edited((from, to) => changes.add(field, from, to));
  } catch (cause) {
    // The source reports a file that cannot be opened.
    return cause instanceof SyntaxError ? { notes: [noteOn(path, "malformed-json")] } : {};
  }
  if (changes.list().length === 0) return {};
  return {
    rewrite: {
      path: realPath(path),
      kind: "json",
      changes: changes.list(),
      absorbs: [],
      beside: [],
      write: (target) => writeFileSync(target, edited(), { flag: "wx", mode: 0o600 }),
    },
  };
}

/** Looks what changes in a database of the editor; one that cannot be read, or is damaged, stays as it is. */
export function planDatabase(path: string, moved: Moved): FilePlan {
  const changes = new Changes();
  const left = { malformed: 0, "key-exists": 0 };
  try {
    reading(path, (database) => {
      visitRows(database, {
        moved,
        tell: (field, from, to) => changes.add(field, from, to),
        leave: (reason) => void left[reason]++,
      });
      if (changes.list().length > 0) refuseDamage(database);
    });
    const notes = [
      ...(left.malformed > 0 ? [unreadableRows(path, left.malformed)] : []),
      ...(left["key-exists"] > 0 ? [existingRows(path, left["key-exists"])] : []),
    ];
    if (changes.list().length === 0) return { notes };
    return {
      rewrite: {
        path: lookAt(path).path,
        kind: "database",
        changes: changes.list(),
        absorbs: [],
        beside: filesBeside(path),
        write: (target) => editCopy(path, target, (copy) => changeRows(copy, moved)),
      },
      notes,
    };
  } catch (cause) {
    return { notes: [databaseLeft(path, cause)] };
  }
}

/** Runs `work` on one state of a database, which is only read. */
function reading(path: string, work: (database: Database) => void): void {
  const database = openDatabase(path);
  try {
    database.snapshot(() => work(database));
  } finally {
    database.close();
  }
}

/** Says why a database cannot be changed; undefined for one that can. */
export function damageOf(path: string): Note | undefined {
  try {
    reading(path, refuseDamage);
    return undefined;
  } catch (cause) {
    return databaseLeft(path, cause);
  }
}

/** Changes all rows that name something that moves. */
export function changeRows(database: WritableDatabase, moved: Moved): void {
  visitRows(database, {
    moved,
    write({ table, rowid, column, content, isText }) {
      // Bytes go in as they are, also those that are no UTF-8.
      const value = isText ? "CAST(? AS TEXT)" : "?";
      // Cursor's tables would replace another row.
      database.run(
        `UPDATE OR ABORT ${table} SET ${column} = ${value} WHERE rowid = ?`,
        typeof content === "string" ? Buffer.from(content) : content,
        rowid,
      );
    },
  });
}

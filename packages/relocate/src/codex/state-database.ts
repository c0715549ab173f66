import { attempt, realPath } from "@chatexport/core/read";
import { type Database, openDatabase } from "@chatexport/sqlite";
import { editCopy, filesBeside, refuseTriggers } from "../cursor/database-copy.js";
import { databaseLeft } from "../cursor/notes.js";
import { editJson, fieldTest } from "../json/edit-json.js";
import type { PathMap } from "../move/path-map.js";
import { Changes, type Note, type Rewrite } from "../move/store-plan.js";

/** What becomes of the database of threads; one that cannot be read stays as it is. */
export function planState(path: string, map: PathMap): { rewrite?: Rewrite; note?: Note } {
  const changes = new Changes();
  try {
    const database = openDatabase(path);
    try {
      for (const { field, from, to } of editsIn(database, map)) changes.add(field, from, to);
      if (changes.list().length === 0) return {};
      refuseTriggers(database);
    } finally {
      database.close();
    }
  } catch (cause) {
    return { note: databaseLeft(path, cause) };
  }
  return {
    rewrite: {
      path: realPath(path),
      kind: "database",
      changes: changes.list(),
      absorbs: [],
      beside: filesBeside(path),
      write: (target) =>
        editCopy(path, target, (database) => {
          for (const { column, row, to } of [...editsIn(database, map)])
            database.run(`UPDATE threads SET ${column} = ? WHERE rowid = ?`, to, row);
        }),
    },
  };
}

const isRoot = fieldTest("**.writable_roots.*");
const isEntry = fieldTest("**.entries.*.path.path");

/** How the columns change that place a thread. */
const columns: Readonly<Record<string, (text: string, map: PathMap) => string | undefined>> = {
  cwd: (text, map) => map.path(text),
  sandbox_policy: (text, map) =>
    attempt(() =>
      editJson(Buffer.from(text), (path, isName) =>
        !isName && (isRoot(path) || isEntry(path)) ? map.path : undefined,
      ),
    )?.toString(),
};

function* editsIn(database: Database, map: PathMap) {
  const known = new Set(database.all("PRAGMA table_info(threads)").map(({ name }) => name));
  for (const [column, edit] of Object.entries(columns)) {
    if (!known.has(column)) continue;
    for (const { row, text } of database.all(
      `SELECT rowid AS row, ${column} AS text FROM threads`,
    )) {
      if (typeof text !== "string") continue;
      const to = edit(text, map);
      if (to !== undefined && to !== text)
        yield { column, row: Number(row), field: `threads.${column}`, from: text, to };
    }
  }
}

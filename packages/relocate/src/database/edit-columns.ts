import { attempt } from "@chatexport/core/read";
import { type Database, openDatabase } from "@chatexport/sqlite";
import { editJson, fieldTest } from "../json/edit-json.js";
import type { PathMap } from "../move/path-map.js";
import { Changes, type Note, type Rewrite } from "../move/store-plan.js";
import { databaseLeft, refuseDamage } from "./damage.js";
import { databaseEdit } from "./edit-rows.js";

/**
 * The columns that place sessions, by "table.column": which fields of the JSON in them are paths; none where the
 * value itself is one.
 */
export type PlaceColumns = Readonly<Record<string, readonly string[]>>;

/** Plans how a database changes; one that cannot be read stays as it is. */
export function planColumns(
  path: string,
  columns: PlaceColumns,
  map: PathMap,
): { rewrite?: Rewrite; note?: Note } {
  const changes = new Changes();
  const changed = Object.keys(columns);
  try {
    const database = openDatabase(path);
    try {
      for (const { place, from, to } of editsIn(database, columns, map))
        changes.add(place, from, to);
      if (changes.list().length === 0) return {};
      refuseDamage(database, changed);
    } finally {
      database.close();
    }
  } catch (cause) {
    return { note: databaseLeft(path, cause) };
  }
  const rewrite = databaseEdit(
    path,
    (database) => {
      // A row that is there under the new path already counts.
      for (const { table, column, row, to } of [...editsIn(database, columns, map)])
        database.run(`UPDATE OR IGNORE ${table} SET ${column} = ? WHERE rowid = ?`, to, row);
    },
    changed,
  );
  return { rewrite: { ...rewrite, changes: changes.list() } };
}

function* editsIn(database: Database, columns: PlaceColumns, map: PathMap) {
  for (const [place, fields] of Object.entries(columns)) {
    const [table = "", column = ""] = place.split(".");
    const known = database.all(`PRAGMA table_info(${table})`).map(({ name }) => name);
    if (!known.includes(column)) continue;
    for (const { row, text } of database.all(
      `SELECT rowid AS row, ${column} AS text FROM ${table}`,
    )) {
      if (typeof text !== "string" || !map.mayHold(Buffer.from(text))) continue;
      const to = fields.length === 0 ? map.path(text) : withPaths(text, fields, map);
      if (to !== undefined && to !== text)
        yield { place, table, column, row: Number(row), from: text, to };
    }
  }
}

/** Undefined for a text that is no JSON, too. */
function withPaths(json: string, fields: readonly string[], map: PathMap): string | undefined {
  const tests = fields.map(fieldTest);
  const edited = attempt(() =>
    editJson(Buffer.from(json), (path, isName) =>
      !isName && tests.some((test) => test(path)) ? map.path : undefined,
    ),
  );
  return edited?.toString();
}

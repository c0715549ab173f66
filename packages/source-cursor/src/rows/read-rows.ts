import type { Context, Json, JsonObject } from "@chatexport/core";
import { objectOf, parseJson, shallowJson, type TallyCounter } from "@chatexport/core/read";
import { type KeyValues, textOfValue } from "@chatexport/sqlite";
import { damagedDatabase, malformedRow, unlistedRow } from "../diagnostics.js";

/** The JSON of a row; undefined when it is missing, NULL, or malformed, which is reported. */
export function readJson(rows: KeyValues, key: string, context: Context): Json | undefined {
  const value = rows.value(key);
  const text = textOfValue(value);
  try {
    if (text !== undefined) return shallowJson(text);
    if (value.kind === "unreadable") throw value.cause;
  } catch (cause) {
    context.report(unlistedRow({ path: rows.path, at: key }, "warning", cause));
  }
  return undefined;
}

/** The object that a row holds; undefined as in `readJson`, and for anything else, which is reported. */
export function readObject(rows: KeyValues, key: string, context: Context): JsonObject | undefined {
  const json = readJson(rows, key, context);
  const object = objectOf(json);
  const cause = new Error("it holds no object");
  if (json !== undefined && json !== null && !object)
    context.report(unlistedRow({ path: rows.path, at: key }, "warning", cause));
  return object;
}

/** As `readJson`, for a row of many conversations: read again only when it was written anew. */
export function readSharedJson(rows: KeyValues, key: string, context: Context): Json | undefined {
  const rowid = rowidOf(rows, key);
  const last = lastShared.get(rows);
  if (last && last.key === key && last.rowid === rowid) return last.json;
  const json = readJson(rows, key, context);
  if (json !== undefined && rowid > 0) lastShared.set(rows, { key, rowid, json });
  return json;
}

const lastShared = new WeakMap<KeyValues, { key: string; rowid: number; json: Json }>();

/** The number of a row, which is a new one whenever the row is written anew; 0 where there is none. */
export function rowidOf(rows: KeyValues, key: string): number {
  for (const row of rows.keys(key)) if (row.key === key) return row.rowid;
  return 0;
}

/**
 * The object in a row. NULL, which is what Cursor leaves of a row that it deleted, is counted as
 * skipped; what is no JSON object, or lies on a page that is corrupt, is reported and counted as
 * malformed. Then there is no object. The caller counts the row as read, and as kept where it is.
 */
export function readRow(
  rows: KeyValues,
  key: string,
  tally: TallyCounter,
  context: Context,
  value = rows.value(key),
): JsonObject | undefined {
  if (value.kind === "null" || value.kind === "missing") {
    tally.skip("null");
    return undefined;
  }
  const json = parseJson(textOfValue(value));
  const row = objectOf(json);
  if (row) return row;
  // The message of the parser would quote the row.
  const problem = json === undefined ? "not JSON" : "not an object";
  const cause = value.kind === "unreadable" ? value.cause : problem;
  tally.malformed();
  context.report(malformedRow({ path: rows.path, at: key }, cause));
  return undefined;
}

/** The rows of a composer's parts, by what follows the prefix of their keys; each is read and counted as in `readRow`. */
export function* partRows(
  rows: KeyValues | undefined,
  prefix: string,
  tally: TallyCounter,
  context: Context,
): Generator<[id: string, row: JsonObject]> {
  for (const { key } of rows?.keys(prefix) ?? []) {
    tally.read();
    const row = rows && readRow(rows, key, tally, context);
    if (row) yield [key.slice(prefix.length), row];
  }
}

const reported = new WeakSet<KeyValues>();

/** Reports damage that hides keys, once for each table, unless `context` is quiet. */
export function reportDamage(rows: KeyValues, context: Context & { isQuiet?: boolean }): void {
  if (!rows.damage || reported.has(rows)) return;
  if (!context.isQuiet) reported.add(rows);
  context.report(damagedDatabase(rows.path, rows.damage));
}

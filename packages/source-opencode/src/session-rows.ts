import type { Json, JsonObject } from "@chatexport/core";
import { listOf, numberOf, objectOf, parseJson, setField } from "@chatexport/core/read";
import type { Database, Row } from "@chatexport/sqlite";

/** A row of a session, with the table that it is in. */
export interface SessionRow {
  table: "session_v2" | "session";
  row: Row;
}

/**
 * The tables of sessions that a database has. 2.0 has one of its own: it copies older sessions into it when it
 * first runs, and leaves the others as they are (read in its source).
 */
export function sessionTables(database: Database): SessionRow["table"][] {
  const tables = database.tables();
  return (["session_v2", "session"] as const).filter((table) => tables.has(table));
}

/** The rows of one session, the one that counts first: that of 2.0, unless an older version went on with it. */
export function newestFirst(rows: readonly SessionRow[]): SessionRow[] {
  const changed = ({ row }: SessionRow) => numberOf(row.time_updated) ?? 0;
  return rows.toSorted((a, b) => changed(b) - changed(a));
}

/** A row of a session in the shape in which the tool writes sessions as JSON. */
export function infoOfRow(row: Row): JsonObject {
  const info: JsonObject = {};
  const into = (name: string): JsonObject => {
    const inner = objectOf(info[name]) ?? {};
    info[name] = inner;
    return inner;
  };
  for (const [column, value] of Object.entries(row)) {
    if (value === null || value instanceof Uint8Array) continue;
    const json = jsonColumns.has(column) ? jsonIn(value) : scalarOf(value);
    const group = /^(time|summary|tokens)_(.{1,60})$/.exec(column);
    if (group?.[2] === "cache_read" || group?.[2] === "cache_write") {
      const tokens = into("tokens");
      tokens.cache = { ...objectOf(tokens.cache), [group[2].slice(6)]: json };
    } else if (group?.[1] && group[2]) setField(into(group[1]), group[2], json);
    else if (column === "share_url") info.share = { url: json };
    else setField(info, camelCase(column), json);
  }
  return info;
}

/** "fork_session_id" as "forkSessionID". */
function camelCase(column: string): string {
  return column.replace(/_(?:id$|([a-z]))/g, (_, letter?: string) => letter?.toUpperCase() ?? "ID");
}

const jsonColumns: ReadonlySet<string> = new Set([
  "model",
  "metadata",
  "revert",
  "permission",
  "fork_boundary",
  "summary_diffs",
]);

function jsonIn(value: unknown): Json {
  const parsed = parseJson(value);
  return objectOf(parsed) ?? listOf(parsed) ?? scalarOf(value);
}

function scalarOf(value: unknown): Json {
  return typeof value === "string" || typeof value === "number" ? value : null;
}

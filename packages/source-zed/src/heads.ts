import { type Context, present } from "@chatexport/core";
import { listOf, oneLine, parseJson, projectOf, textOf, utcTime } from "@chatexport/core/read";
import {
  type Database,
  type DatabasePlace,
  malformedRow,
  type Row,
  type SessionHead,
  type ToldOfSession,
} from "@chatexport/sqlite";

/** The threads of a database, without what was said. Reports each that is hidden. */
export function headsIn(
  database: Database,
  _place: DatabasePlace,
  { report }: Context,
): SessionHead[] {
  const columns = [...database.columns("threads")]
    .filter((name) => name !== "data")
    .map((name) => `"${name.replaceAll('"', '""')}"`);
  const sql = `SELECT ${columns.join(", ")}, octet_length(data) AS "data" FROM threads ORDER BY rowid`;
  return database.all(sql).flatMap((row) => {
    const id = textOf(row.id);
    if (id === undefined) {
      report(malformedRow({ path: database.path, at: "threads" }));
      return [];
    }
    const parentId = textOf(row.parent_id);
    return [present<SessionHead>({ id, parentId, told: toldBy(row, parentId), state: row })];
  });
}

function toldBy(row: Row, parent: string | undefined): ToldOfSession {
  const title = oneLine(textOf(row.summary) ?? "");
  const [cwd] = foldersOf(row);
  return present<ToldOfSession>({
    // The tool does not say whether a title was generated or typed.
    title: title !== undefined && firstTitles.has(title) ? undefined : title,
    cwd,
    project: projectOf(cwd),
    // Of the first time that it was saved.
    startedAt: utcTime(row.created_at),
    updatedAt: utcTime(row.updated_at),
    parent: parent === undefined ? undefined : { sessionId: parent, relation: "subagent" },
  });
}

/** The titles of threads that have none yet. */
const firstTitles = new Set(["New Thread", "New Agent Thread"]);

/** The folders that a thread was started in, in the order in which they were opened: they are stored by name. */
export function foldersOf(row: Row): string[] {
  const stored = textOf(row.folder_paths) ?? "";
  const list = listOf(parseJson(stored))?.filter((path) => typeof path === "string");
  const paths = (list ?? stored.split("\n")).filter((path) => path !== "");
  const places = (textOf(row.folder_paths_order) ?? "").split(",").map(Number);
  const placed = paths.map((path, index) => ({ path, place: places[index] ?? index }));
  return placed.sort((one, other) => one.place - other.place).map(({ path }) => path);
}

import { present } from "@chatexport/core";
import { listOf, oneLine, parseJson, textOf, utcTime } from "@chatexport/core/read";
import type { Row, ToldOfSession } from "@chatexport/sqlite";

/** A thread as its own row tells it. */
export function toldOf(row: Row): ToldOfSession {
  const title = oneLine(textOf(row.summary) ?? "");
  const parent = textOf(row.parent_id);
  return present<ToldOfSession>({
    // The tool does not say whether a title was generated or typed.
    title: title !== undefined && firstTitles.has(title) ? undefined : title,
    cwd: foldersOf(row)[0],
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

import { isAbsolute, relative } from "node:path";
import { listOf, numberOf, objectOf, parseJson, textOf } from "@chatexport/core/read";
import type { PackedFiles, PackedRow, PackedRows, Query } from "@chatexport/core/source";
import { placeColumns } from "./places.js";

/*
 * A pack has for each session:
 *
 *   ID/rows.jsonl           its rows, and those of its sub-agents
 *   ID/tool-output/tool_…   outputs that were too long for a row
 */

/** The tables with rows of a session, without links to what was shared; a row comes behind those that it refers to. */
const owners: PackedRows["owners"] = {
  session: "id",
  session_v2: "id",
  message: "session_id",
  part: "session_id",
  todo: "session_id",
  session_message: "session_id",
  session_input: "session_id",
  session_inbox: "session_id",
  session_context_epoch: "session_id",
  event_sequence: "aggregate_id",
  event: "aggregate_id",
};

const rows: PackedRows = {
  owners,
  databaseName: "opencode.db",
  tables: {
    session: ["id"],
    message: ["id", "session_id", "time_created", "time_updated", "data"],
    part: ["id", "message_id", "session_id", "time_created", "time_updated", "data"],
  },
  places: {
    ...placeColumns,
    "session_v2.directory": [],
    "part.data": ["state.metadata.outputPath"],
    "session_message.data": ["content.*.state.outputPaths.*"],
    "event.data": [
      ...["info.directory", "info.path.cwd", "info.path.root"],
      "part.state.metadata.outputPath",
    ],
  },
  isSigned: ({ table, row }) =>
    table === "part" && objectOf(parseJson(row.data))?.type === "reasoning",
  adopted(packed, query) {
    if (owners[packed.table] !== "id") return [packed];
    const row = withoutPlace(packed.row);
    const directory = textOf(row.directory) ?? "";
    const project = projectAround(directory, query);
    const path = relative(project?.worktree ?? "/", directory).replaceAll("\\", "/");
    const placed = {
      ...row,
      ...(row.path !== undefined && { path: isAbsolute(path) ? null : path }),
      project_id: project?.id ?? anyProject,
    };
    return [...(project ? [] : missingProject(row, query)), { ...packed, row: placed }];
  },
};

/** The files of a session in a pack. */
export const packed: PackedFiles & { rows: PackedRows } = {
  isOwn: (name, id) => name === `${id}/rows.jsonl` || name.startsWith(`${id}/tool-output/tool_`),
  command: (id) => ["opencode", "--session", id],
  rows,
};

/** The row of a session without what one store alone has: a link, projects, and what it may do unasked. */
export function withoutPlace(row: PackedRow["row"]): PackedRow["row"] {
  const own = ["share_url", "project_id", "workspace_id", "path", "permission"];
  const left = own.filter((name) => name in row).map((name) => [name, null]);
  return { ...row, ...Object.fromEntries(left) };
}

/** The project of folders without one; the tool takes a session over when it starts in its checkout (1.18.33). */
const anyProject = "global";

/** The innermost project around a folder. */
function projectAround(directory: string, query: Query) {
  const known = [
    ...query("SELECT id, worktree, sandboxes FROM project"),
    ...query("SELECT project_id AS id, directory AS worktree FROM project_directory"),
  ];
  return known
    .flatMap(({ id, worktree, sandboxes }) =>
      [textOf(worktree), ...(listOf(parseJson(sandboxes)) ?? []).map(textOf)].flatMap((folder) =>
        folder === undefined || folder === "/" ? [] : { id: String(id), worktree: folder },
      ),
    )
    .filter(({ worktree }) => `${directory}/`.startsWith(`${worktree}/`))
    .sort((a, b) => b.worktree.length - a.worktree.length)[0];
}

function missingProject(row: PackedRow["row"], query: Query): PackedRow[] {
  if (query("SELECT 1 FROM project WHERE id = ?", anyProject).length > 0) return [];
  const time = numberOf(row.time_created) ?? 0;
  const times = { time_created: time, time_updated: time };
  return [{ table: "project", row: { id: anyProject, worktree: "/", sandboxes: "[]", ...times } }];
}

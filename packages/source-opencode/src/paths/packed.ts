import { objectOf, parseJson } from "@chatexport/core/read";
import type { PackedFiles, PackedRows, Query } from "@chatexport/core/source";

/** The fields of the folder in which a message was answered. */
const ofMessage = ["path.cwd", "path.root"];

/** The columns that place sessions, by "table.column", with the fields of JSON in them; the ids of projects come from git, and stay. */
export const placeColumns: Readonly<Record<string, readonly string[]>> = {
  "project.worktree": [],
  "project.sandboxes": ["*"],
  "project_directory.directory": [],
  "workspace.directory": [],
  "session.directory": [],
  "message.data": ofMessage,
};

/** The same in the files of versions before 1.2, by their folder. */
export const placeFields: Readonly<Record<string, readonly string[]>> = {
  project: ["worktree", "sandboxes.*"],
  session: ["directory"],
  message: ofMessage,
};

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

const ofRecord = ["id", "session_id", "time_created", "time_updated", "data"];

const rows: PackedRows = {
  owners,
  left: ["share_url", "project_id", "workspace_id", "path", "permission"],
  databaseName: "opencode.db",
  tables: {
    session: ["id"],
    message: ofRecord,
    part: [...ofRecord, "message_id"],
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
  adopted({ table, row }, query) {
    if (owners[table] !== "id") return [{ table, row }];
    const id = projectAround(`${row.directory}`, query) ?? anyProject;
    const { time_created, time_updated } = row;
    const project = { id, worktree: "/", sandboxes: "[]", time_created, time_updated };
    const isThere = query("SELECT 1 FROM project WHERE id = ?", id).length > 0;
    return [
      ...(isThere ? [] : [{ table: "project", row: project }]),
      { table, row: { ...row, project_id: id } },
    ];
  },
};

/** The files of a session in a pack. */
export const packed: PackedFiles & { rows: PackedRows } = {
  isOwn: (name, id) => name === `${id}/rows.jsonl` || name.startsWith(`${id}/tool-output/tool_`),
  command: (id) => ["opencode", "--session", id],
  rows,
};

/** The project of folders without one; the tool takes a session over when it starts in its checkout (1.18.33). */
const anyProject = "global";

/** The innermost project around a folder. */
function projectAround(directory: string, query: Query): string | undefined {
  const [innermost] = [
    "SELECT id, worktree AS folder FROM project",
    "SELECT project.id, value AS folder FROM project, json_each(sandboxes)",
    "SELECT project_id AS id, directory AS folder FROM project_directory",
  ]
    .flatMap((sql) => query(sql))
    .map(({ id, folder }) => ({ id: `${id}`, folder: `${folder}` }))
    .filter(({ folder }) => folder !== "/" && `${directory}/`.startsWith(`${folder}/`))
    .sort((a, b) => b.folder.length - a.folder.length);
  return innermost?.id;
}

import type { Git, Parent, Project, Session, Tally, ToolDefinition, Usage } from "@chatexport/core";
import { type Columns, count, flag, json, list, struct, text, time } from "./column.js";
import { usedColumns } from "./usage-columns.js";

/** A session or one of its sub-agents. */
export interface SessionRow {
  session: Session;
  /** The session that was listed: the same, or the one that embeds the sub-agent. */
  root: Session;
  /** Of the listed session; absent for sub-agents. */
  revision?: string;
  /** The name that the user gave to the machine. */
  machine?: string;
}

/** By which the rows of all tables belong together. */
export const keys: Columns<Pick<SessionRow, "session" | "root">> = {
  session_id: text("The tool's own id of the session", ({ root }) => root.id),
  agent_id: text("The id of the sub-agent; null for the session itself", ({ session, root }) =>
    session === root ? undefined : session.id,
  ),
};

const total = (counts: Record<string, number> = {}) =>
  Object.values(counts).reduce((sum, each) => sum + each, 0);

/** The table `sessions`: a row for each session and for each of its sub-agents. */
export const sessionColumns: Columns<SessionRow> = {
  ...keys,
  revision: text(
    "Changes with the session, the settings or the version of chatexport; null for sub-agents",
    ({ revision }) => revision,
  ),
  machine: text("The name from `parquet.machine`", ({ machine }) => machine),
  format: text(
    "The on-disk shape it was read from, such as `claude/jsonl`",
    (row) => row.session.format,
  ),
  title: text("Its title", ({ session }) => session.title),
  title_from: text(
    "Who made the title: `user`, `generated` or `first-message`",
    (row) => row.session.titleFrom,
  ),
  started_at: time("Time of the first record that has one", ({ session }) => session.startedAt),
  updated_at: time("Time of the last record that has one", ({ session }) => session.updatedAt),
  cwd: text("Working directory", ({ session }) => session.cwd),
  project: struct<SessionRow, Project>(
    "What the working directory belongs to",
    ({ session }) => session.project,
    {
      name: text("Its name", ({ name }) => name),
      path: text("Its folder", ({ path }) => path),
      uri: text("Where it is, unless that is a local path", ({ uri }) => uri),
      remote: text("URL of the repository's remote", ({ remote }) => remote),
    },
  ),
  git: struct<SessionRow, Git>(
    "State of the repository when the session ran",
    ({ session }) => session.git,
    {
      branch: text("Branch", ({ branch }) => branch),
      commit: text("Commit", ({ commit }) => commit),
      remote: text("URL of the remote", ({ remote }) => remote),
    },
  ),
  model: text("The model that answered last", ({ session }) => session.model),
  tool_version: text("The version of the tool at the start", ({ session }) => session.toolVersion),
  is_archived: flag("The user put it aside in the tool", ({ session }) => session.archived),
  parent: struct<SessionRow, Parent>(
    "The session that it came from",
    ({ session }) => session.parent,
    {
      session_id: text("Its id, where the store names it", ({ sessionId }) => sessionId),
      relation: text("`subagent`, `fork` or `continuation`", ({ relation }) => relation),
      call_id: text("The call that started the sub-agent", ({ toolCallId }) => toolCallId),
    },
  ),
  purpose: text(
    "Why the tool itself started the sub-agent: `compaction`, `suggestion`, `warm-up` or `approval`",
    ({ session }) => session.purpose,
  ),
  usage: struct<SessionRow, Usage>(
    "A total that the store reports; the table `usage` counts it only where messages have no numbers",
    ({ session }) => session.usage,
    usedColumns,
  ),
  tools: list<SessionRow, ToolDefinition>(
    "The tools that its models could call",
    ({ session }) => session.tools,
    {
      name: text("As in `tool_calls.name`", ({ name }) => name),
      description: text("What the model was told of it", ({ description }) => description),
      input_schema: json("JSON Schema of the arguments", ({ inputSchema }) => inputSchema),
    },
  ),
  records: struct<SessionRow, Tally>(
    "What became of its records",
    ({ session }) => session.records,
    {
      read: count("Records read", ({ read }) => read),
      kept: count("Records whose content or effect is in the session", ({ kept }) => kept),
      skipped: count("Records left out for a named reason", ({ skipped }) => total(skipped)),
      unknown: count("Records of an unknown type, kept raw", ({ unknown }) => total(unknown)),
      malformed: count("Records that could not be read", ({ malformed = 0 }) => malformed),
    },
  ),
  origin: text("The file or database it was read from", ({ session }) => session.origin.path),
  native: json("Data of the tool that have no column", ({ session }) => session.native),
};

import { type Context, present } from "@chatexport/core";
import { groupBy, numberOf, textOf, utcTime } from "@chatexport/core/read";
import { type Database, DatabaseError, damagedDatabase, type Row } from "@chatexport/sqlite";
import { malformedRecord } from "./diagnostics.js";
import { type Head, latestOf, ownTitle, projectOf, stateOf } from "./heads.js";
import { firstPrompt, formsIn, tailOf } from "./session-ends.js";
import { newestFirst, type SessionRow, sessionTables } from "./session-rows.js";

/** Whether a database is of OpenCode, or of a tool that keeps its sessions the same way. */
export function isOpencode(database: Database): boolean {
  const tables = database.tables();
  const hasMessages = tables.has("message") && tables.has("part");
  return sessionTables(database).length > 0 && (hasMessages || tables.has("session_message"));
}

/** The rows of a session's messages or parts, as far as an index tells. */
interface Counts {
  count?: unknown;
  first?: unknown;
  last?: unknown;
  id?: unknown;
}

/** The sessions of a database, from their own rows and indexes. Reports what hides one. */
export function headsIn(database: Database, context: Context): Head[] {
  const { path } = database;
  const all = (sql: string): Row[] => {
    try {
      return database.all(sql);
    } catch (cause) {
      context.signal.throwIfAborted();
      if (!(cause instanceof DatabaseError)) throw cause;
      context.report(damagedDatabase(path, cause));
      return [];
    }
  };
  const tables = database.tables();
  const forms = formsIn(database);
  const byId = (query: string | false) =>
    new Map((query === false ? [] : all(query)).map((row) => [String(row.id), row]));
  const projects = byId(
    tables.has("project") && select(database, "project", ["id", "worktree", "name"]),
  );
  const workspaces = byId(
    tables.has("workspace") && select(database, "workspace", ["id", "branch"]),
  );
  const sequences = byId(
    tables.has("event_sequence") && "SELECT aggregate_id AS id, seq FROM event_sequence",
  );
  const messages = byId(
    forms.first && countsOf("message", "min(time_created) AS first, max(time_created) AS last"),
  );
  const parts = byId(forms.first && countsOf("part", "max(rowid) AS last"));
  const second = byId(
    forms.second !== undefined && countsOf("session_message", "max(time_created) AS last"),
  );
  const rows = sessionTables(database).flatMap((table) =>
    all(select(database, table, columns)).map((row): SessionRow => ({ table, row })),
  );
  const copies = groupBy(rows, ({ row }) => String(row.id));
  // The tool deletes messages with their session: where one is left, a damage hides its session.
  for (const id of new Set([...messages.keys(), ...second.keys()]))
    if (!copies.has(id))
      context.report(
        malformedRecord({ path, at: `session/${id}` }, new Error("Only its messages are there.")),
      );
  return [...copies.values()].flatMap((own) => {
    const row = newestFirst(own)[0]?.row ?? {};
    const id = textOf(row.id);
    if (id === undefined) {
      context.report(malformedRecord({ path, at: "session" }, new Error("It has no id.")));
      return [];
    }
    const ofMessages: Counts = messages.get(id) ?? {};
    const title = ownTitle(row.title);
    const cwd = textOf(row.directory);
    const tail = tailOf(database, forms, id);
    return present<Head>({
      id,
      store: path,
      format: "opencode/sqlite",
      parentId: textOf(row.parent_id),
      title,
      prompt: title === undefined ? firstPrompt(database, forms, id) : undefined,
      cwd,
      project: projectOf(cwd, projects.get(String(row.project_id))),
      branch: textOf(workspaces.get(String(row.workspace_id))?.branch),
      startedAt: utcTime(row.time_created),
      updatedAt: latestOf(row.time_updated, ofMessages.last, second.get(id)?.last),
      archived: numberOf(row.time_archived) === undefined ? undefined : true,
      created: numberOf(row.time_created) ?? 0,
      firstMessage: numberOf(ofMessages.first),
      forkOf: textOf(row.fork_session_id),
      state: stateOf(row, ofMessages, parts.get(id), second.get(id), sequences.get(id), tail),
    });
  });
}

/** Counts the rows of each session in a table, and asks for what else an index tells of them. */
function countsOf(table: string, others: string): string {
  return `SELECT session_id AS id, count(*) AS count, ${others} FROM ${table} GROUP BY session_id`;
}

const columns = [
  "id",
  "project_id",
  "workspace_id",
  "parent_id",
  "fork_session_id",
  "directory",
  "title",
  "version",
  "revert",
  "time_created",
  "time_updated",
  "time_archived",
];

function select(database: Database, table: string, wanted: readonly string[]): string {
  const known = database.columns(table);
  return `SELECT ${wanted.filter((name) => known.has(name)).join(", ")} FROM ${table}`;
}

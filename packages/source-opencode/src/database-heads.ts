import { type Context, present } from "@chatexport/core";
import { groupBy, numberOf, textOf, utcTime } from "@chatexport/core/read";
import { type Database, DatabaseError, damagedDatabase, type Row } from "@chatexport/sqlite";
import { malformedRecord } from "./diagnostics.js";
import { type Head, latestOf, ownTitle, projectOf, stateOf } from "./heads.js";
import { firstPrompt, formsIn, tailOf } from "./session-ends.js";
import { newestFirst, type SessionRow, sessionTables } from "./session-rows.js";
import { firstWaitingText } from "./waiting-rows.js";

/** True when a database is of OpenCode, or of a tool that keeps its sessions the same way. */
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
  const rows = sessionTables(database).flatMap((table) =>
    allRows(database, select(database, table, columns), context).map(
      (row): SessionRow => ({ table, row }),
    ),
  );
  const copies = groupBy(rows, ({ row }) => String(row.id));
  const related = relatedRows(database, context);
  const owners = [related.messages, related.parts, related.second].flatMap((each) => [
    ...each.keys(),
  ]);
  // The tool deletes messages with their session: where one is left, a damage hides its session.
  for (const id of new Set(owners))
    if (!copies.has(id))
      context.report(
        malformedRecord(
          { path, at: `session/${id}` },
          new Error("Only its messages or parts are there."),
        ),
      );
  return [...copies.values()].flatMap((own) => {
    const row = newestFirst(own)[0]?.row ?? {};
    const id = textOf(row.id);
    if (id !== undefined) return headOf(id, row, related, database);
    context.report(malformedRecord({ path, at: "session" }, new Error("It has no id.")));
    return [];
  });
}

/** All rows of a query; those of a table that is damaged are reported and left out. */
function allRows(database: Database, sql: string, context: Context): Row[] {
  try {
    return database.all(sql);
  } catch (cause) {
    context.signal.throwIfAborted();
    if (!(cause instanceof DatabaseError)) throw cause;
    context.report(damagedDatabase(database.path, cause));
    return [];
  }
}

type RelatedRows = ReturnType<typeof relatedRows>;

/** The rows of other tables about sessions, by id. */
function relatedRows(database: Database, context: Context) {
  const tables = database.tables();
  const forms = formsIn(database);
  const byId = (query: string | false) => {
    const rows = query === false ? [] : allRows(database, query, context);
    return new Map(rows.map((row) => [String(row.id), row]));
  };
  return {
    forms,
    projects: byId(
      tables.has("project") && select(database, "project", ["id", "worktree", "name"]),
    ),
    workspaces: byId(tables.has("workspace") && select(database, "workspace", ["id", "branch"])),
    sequences: byId(
      tables.has("event_sequence") && "SELECT aggregate_id AS id, seq FROM event_sequence",
    ),
    messages: byId(
      forms.first && countsOf("message", "min(time_created) AS first, max(time_created) AS last"),
    ),
    parts: byId(forms.first && countsOf("part", "max(rowid) AS last")),
    second: byId(
      forms.second !== undefined && countsOf("session_message", "max(time_created) AS last"),
    ),
  };
}

function headOf(id: string, row: Row, related: RelatedRows, database: Database): Head {
  const { forms, projects, workspaces, sequences, messages, parts, second } = related;
  const ofMessages: Counts = messages.get(id) ?? {};
  const title = ownTitle(row.title);
  const cwd = textOf(row.directory);
  const tail = tailOf(database, forms, id);
  return present<Head>({
    id,
    store: database.path,
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
    isEmpty: !messages.has(id) && !second.has(id) && isSilent(database, id) ? true : undefined,
    created: numberOf(row.time_created) ?? 0,
    firstMessage: numberOf(ofMessages.first),
    forkOf: textOf(row.fork_session_id),
    state: stateOf(row, ofMessages, parts.get(id), second.get(id), sequences.get(id), tail),
  });
}

/** True when nothing waits in a session without messages, and the log of the tool has none that it removed. */
function isSilent(database: Database, id: string): boolean {
  try {
    if (firstWaitingText(database, id) !== undefined) return false;
    if (!database.tables().has("event")) return true;
    const sql = "SELECT 1 FROM event WHERE aggregate_id = ? AND type LIKE 'message.%' LIMIT 1";
    return database.get(sql, id) === undefined;
  } catch (cause) {
    if (cause instanceof DatabaseError) return false;
    throw cause;
  }
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

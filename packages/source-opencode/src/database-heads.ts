import { type Context, messageOf, present } from "@chatexport/core";
import { numberOf, objectsOf, stringOf, textOf, utcTime } from "@chatexport/core/read";
import { type Database, DatabaseError, type Row } from "@chatexport/sqlite";
import { damagedDatabase, malformedRecord } from "./diagnostics.js";
import { type Head, latestOf, objectIn, ownTitle, projectOf, stateOf } from "./heads.js";

/** Whether a database is of OpenCode, or of a tool that keeps its sessions the same way. */
export function isOpencode(database: Database): boolean {
  const tables = database.tables();
  return ["session", "message", "part"].every((name) => tables.has(name));
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
  const by = (rows: readonly Row[]) => new Map(rows.map((row) => [String(row.id), row]));
  const projects = tables.has("project")
    ? by(all(select(database, "project", ["id", "worktree", "name"])))
    : new Map<string, Row>();
  const workspaces = tables.has("workspace")
    ? by(all(select(database, "workspace", ["id", "branch"])))
    : new Map<string, Row>();
  const sequences = tables.has("event_sequence")
    ? by(all("SELECT aggregate_id AS id, seq FROM event_sequence"))
    : new Map<string, Row>();
  const messages = by(
    all(
      "SELECT session_id AS id, count(*) AS count, min(time_created) AS first, max(time_created) AS last FROM message GROUP BY session_id",
    ),
  );
  const parts = by(
    all(
      "SELECT session_id AS id, count(*) AS count, max(rowid) AS last FROM part GROUP BY session_id",
    ),
  );
  const rows = all(select(database, "session", columns));
  const known = new Set(rows.map(({ id }) => String(id)));
  // The tool deletes messages with their session: where one is left, a damage hides its session.
  for (const id of messages.keys())
    if (!known.has(id))
      context.report(
        malformedRecord({ path, at: `session/${id}` }, new Error("Only its messages are there.")),
      );
  return rows.flatMap((row) => {
    const id = textOf(row.id);
    if (id === undefined) {
      context.report(malformedRecord({ path, at: "session" }, new Error("It has no id.")));
      return [];
    }
    const ofMessages: Counts = messages.get(id) ?? {};
    const title = ownTitle(row.title);
    const cwd = textOf(row.directory);
    const tail = attemptTail(database, id);
    return present<Head>({
      id,
      store: path,
      format: "opencode/sqlite",
      parentId: textOf(row.parent_id),
      title,
      prompt: title === undefined ? firstPrompt(database, id) : undefined,
      cwd,
      project: projectOf(cwd, projects.get(String(row.project_id))),
      branch: textOf(workspaces.get(String(row.workspace_id))?.branch),
      startedAt: utcTime(row.time_created),
      updatedAt: latestOf(row.time_updated, ofMessages.last),
      archived: numberOf(row.time_archived) === undefined ? undefined : true,
      created: numberOf(row.time_created) ?? 0,
      firstMessage: numberOf(ofMessages.first),
      state: stateOf(row, ofMessages, parts.get(id), sequences.get(id), tail),
    });
  });
}

const columns = [
  "id",
  "project_id",
  "workspace_id",
  "parent_id",
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

/** When the last message and its parts were last changed: versions without a log change them in place. */
function attemptTail(database: Database, session: string): unknown {
  try {
    const last = database.get(
      "SELECT id, time_updated FROM message WHERE session_id = ? ORDER BY time_created DESC, id DESC LIMIT 1",
      session,
    );
    const id = textOf(last?.id);
    return (
      id && [
        last,
        database.get("SELECT max(time_updated) AS last FROM part WHERE message_id = ?", id),
      ]
    );
  } catch (cause) {
    return messageOf(cause);
  }
}

/** What a session begins with, where its first message is short. */
function firstPrompt(database: Database, session: string): string | undefined {
  try {
    const message = database.get(
      "SELECT id FROM message WHERE session_id = ? ORDER BY time_created, id LIMIT 1",
      session,
    );
    const id = textOf(message?.id);
    if (id === undefined) return undefined;
    const parts = database
      .all(
        "SELECT substr(data, 1, 20000) AS data FROM part WHERE message_id = ? ORDER BY time_created, id LIMIT 16",
        id,
      )
      .map(({ data }) => objectIn(data));
    return promptIn(parts);
  } catch (cause) {
    if (cause instanceof DatabaseError) return undefined;
    throw cause;
  }
}

/** The first text of a person among the parts of a message. */
export function promptIn(parts: readonly unknown[]): string | undefined {
  const text = objectsOf(parts).find((part) => part.type === "text" && part.synthetic !== true);
  return stringOf(text?.text);
}

import { type Context, type Parent, present } from "@chatexport/core";
import {
  objectOf,
  oneLine,
  parseJson,
  projectOf,
  promptTitle,
  textOf,
  utcTime,
} from "@chatexport/core/read";
import {
  type Database,
  type DatabasePlace,
  malformedRow,
  type Row,
  type SessionHead,
  type ToldOfSession,
} from "@chatexport/sqlite";
import { typedIn } from "./summary.js";

/** A list is JSON behind a zero byte, at which some drivers end a text. */
export const encoded =
  "CASE WHEN substr(CAST(content AS BLOB), 1, 1) = x'00' THEN CAST(content AS BLOB) END AS encoded";

/** The sessions of a database, from their own rows. Reports each that is hidden. */
export function headsIn(
  database: Database,
  _place: DatabasePlace,
  { report }: Context,
): SessionHead[] {
  const rows = database.all("SELECT * FROM sessions ORDER BY started_at, rowid");
  const byId = new Map(rows.map((row) => [textOf(row.id), row]));
  return rows.flatMap((row) => {
    const id = textOf(row.id);
    if (id === undefined) {
      report(malformedRow({ path: database.path, at: "sessions" }));
      return [];
    }
    const parent = parentOf(row, byId.get(textOf(row.parent_session_id)));
    const parentId = parent?.relation === "subagent" ? parent.sessionId : undefined;
    const told = toldBy(row, parent, () => firstPrompt(database, id));
    return [present<SessionHead>({ id, parentId, told, state: [row, lastOf(database, id)] })];
  });
}

/** The last message, of which the length tells whether it has changed. */
function lastOf(database: Database, id: string): Row | undefined {
  return database.get(
    "SELECT id, octet_length(content) AS length FROM messages WHERE session_id = ? ORDER BY id DESC LIMIT 1",
    id,
  );
}

/** The reasons for which a conversation ended and another one began, in schema 30. */
const resets = new Set([
  ...["session_reset", "session_switch", "idle", "daily", "suspended", "resume_pending_expired"],
]);

/**
 * The session that one came out of, as the tool tells them apart: a branch, the same conversation after its context
 * was summed up, or a sub-agent. One that began after a reset is a conversation of its own. A marker that names another
 * session was inherited.
 */
function parentOf(row: Row, parent: Row | undefined): Parent | undefined {
  const sessionId = textOf(row.parent_session_id);
  if (sessionId === undefined) return undefined;
  const config = objectOf(parseJson(row.model_config)) ?? {};
  const isFrom = (marker: string) => config[marker] === sessionId;
  const reason = textOf(parent?.end_reason) ?? "";
  const isLater = Number(row.started_at) >= Number(parent?.ended_at);
  if (isFrom("_branched_from") || (reason === "branched" && isLater))
    return { sessionId, relation: "fork" };
  const isSameChat = textOf(row.session_key) && row.session_key === parent?.session_key;
  if (isFrom("_reset_from") || (resets.has(reason) && isSameChat)) return undefined;
  const isDelegated = isFrom("_delegate_from") || row.source === "tool";
  const relation = reason === "compression" && !isDelegated ? "continuation" : "subagent";
  return { sessionId, relation };
}

function toldBy(
  row: Row,
  parent: Parent | undefined,
  prompt: () => string | undefined,
): ToldOfSession {
  const own = oneLine(textOf(row.title) ?? "");
  const title = own ?? prompt();
  const cwd = textOf(row.cwd);
  return present<ToldOfSession>({
    title,
    titleFrom:
      own === undefined
        ? title === undefined
          ? undefined
          : "first-message"
        : row.title_source === "user"
          ? "user"
          : row.title_source === "llm"
            ? "generated"
            : undefined,
    cwd,
    project: projectOf(cwd),
    startedAt: utcTime(row.started_at),
    updatedAt: utcTime(row.last_activity_at) ?? utcTime(row.ended_at),
    archived: row.archived === 1 ? true : undefined,
    unlisted: row.hidden === 1 ? true : undefined,
    parent,
  });
}

function firstPrompt(database: Database, id: string): string | undefined {
  const rows = database.all(
    `SELECT substr(content, 1, 20000) AS content FROM messages
     WHERE session_id = ? AND role = 'user' ORDER BY id LIMIT 5`,
    id,
  );
  return promptTitle(typedIn(rows.flatMap(({ content }) => textOf(content) ?? [])));
}

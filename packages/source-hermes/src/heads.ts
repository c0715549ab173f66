import { type Parent, present, type Session } from "@chatexport/core";
import { objectOf, oneLine, parseJson, textOf, utcTime } from "@chatexport/core/read";
import {
  type Database,
  firstPrompts,
  type Row,
  type ToldOfSession,
  titled,
} from "@chatexport/sqlite";
import { typedIn } from "./summary.js";

/** A list is JSON behind a zero byte, at which some drivers end a text. */
export const encoded =
  "CASE WHEN substr(CAST(content AS BLOB), 1, 1) = x'00' THEN CAST(content AS BLOB) END AS encoded";

/** A session as its own row tells it. */
export function toldOf(row: Row, database: Database): ToldOfSession {
  const parentId = textOf(row.parent_session_id);
  const above = parentId && database.get("SELECT * FROM sessions WHERE id = ?", parentId);
  const titleFrom = byWord(row.title_source);
  return present<ToldOfSession>({
    ...titled(oneLine(textOf(row.title) ?? ""), titleFrom, () =>
      typedIn(firstPrompts(database, "content", String(row.id))),
    ),
    cwd: textOf(row.cwd),
    startedAt: utcTime(row.started_at),
    updatedAt: utcTime(row.last_activity_at) ?? utcTime(row.ended_at),
    archived: row.archived === 1 ? true : undefined,
    unlisted: row.hidden === 1 ? true : undefined,
    parent: parentOf(row, above || undefined),
  });
}

/** The writer of a title, from the tool's word for it. */
function byWord(word: unknown): Session["titleFrom"] {
  return word === "user" ? word : word === "llm" ? "generated" : undefined;
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

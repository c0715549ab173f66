import { basename } from "node:path";
import { present } from "@chatexport/core";
import {
  objectsOf,
  oneLine,
  parseJson,
  textOf,
  utcTime,
  withoutLinesEnding,
} from "@chatexport/core/read";
import { bothEnds } from "@chatexport/core/source";
import {
  type Database,
  firstPrompts,
  type Row,
  type ToldOfSession,
  titled,
} from "@chatexport/sqlite";

/** A session as its own row tells it, or the first line of its file. */
function toldBy(row: Row, prompts: () => unknown[]): ToldOfSession {
  const own = oneLine(textOf(row.name) ?? textOf(row.description) ?? "");
  const name = own !== undefined && firstNames.has(own) ? undefined : own;
  const texts = () => objectsOf(prompts()).flatMap((part) => textOf(part.text) ?? []);
  const parent = textOf(row.parent_session_id);
  return present<ToldOfSession>({
    ...titled(name, row.user_set_name === 1 ? "user" : "generated", texts),
    cwd: textOf(row.working_dir),
    startedAt: timeOf(row.created_at),
    updatedAt: timeOf(row.updated_at),
    archived: timeOf(row.archived_at) === undefined ? undefined : true,
    unlisted: row.session_type === "hidden" ? true : undefined,
    parent: parent === undefined ? undefined : { sessionId: parent, relation: "subagent" },
  });
}

/** A session as its own row tells it. */
export function toldOf(row: Row, database: Database): ToldOfSession {
  const prompts = () => firstPrompts(database, "content_json", String(row.id));
  return toldBy(row, () => prompts().flatMap((stored) => objectsOf(parseJson(stored))));
}

/** The names of sessions that nobody has named yet. */
const firstNames = new Set(["CLI Session", "ACP Session", "New Chat", "New Session"]);

/** A time as SQLite writes it, in UTC: "2026-03-02 10:00:00". */
export function timeOf(value: unknown): string | undefined {
  const text = textOf(value);
  const isPlain = text !== undefined && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,9})?$/.test(text);
  return utcTime(isPlain ? `${text.replace(" ", "T")}Z` : value);
}

/** A session in a file, as it was before there was a database; undefined for another file. */
export function headOf(path: string): { id: string; told: ToldOfSession } | undefined {
  const ends = bothEnds(path);
  const { head, bytes } = ends;
  // A damaged beginning does not cost the session: its file is named after it.
  const isNamed = ownName.test(withoutLinesEnding(path)) && bytes > 0;
  const [first = {}, ...rest] = head;
  const hasMany = (names: string[], least: number) =>
    names.filter((name) => Object.hasOwn(first, name)).length >= least;
  // The first line tells of the session, but in the oldest files.
  const isHead = hasMany(["working_dir", "description", "message_count", "total_tokens"], 2);
  if (!isHead && !isNamed && !hasMany(["role", "created", "content"], 3)) return undefined;
  const messages = isHead ? rest : head;
  const prompts = messages.flatMap(({ content }) => objectsOf(content));
  const told: ToldOfSession = {
    ...toldBy(first, () => prompts),
    ...present({ startedAt: utcTime(messages[0]?.created) }),
    ...present({ updatedAt: utcTime(ends.tail.at(-1)?.created) }),
  };
  return { id: withoutLinesEnding(basename(path)), told };
}

/** The name of a session's file: a day, and a number or a time of that day. */
const ownName = /[\\/]sessions[\\/]\d{8}_\d{1,6}$/;

import { basename } from "node:path";
import { type Context, present, type SessionRef } from "@chatexport/core";
import {
  isLinesName,
  objectsOf,
  oneLine,
  parseJson,
  projectOf,
  textOf,
  unreadableFile,
  utcTime,
  withoutLinesEnding,
} from "@chatexport/core/read";
import { bothEnds, revisionOf, sessionFiles } from "@chatexport/core/source";
import {
  type Database,
  firstPrompts,
  type Row,
  type SessionRow,
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

/** The sessions in files, as they were before there was a database. Reports those that cannot be read. */
export function filesAt(place: string, context: Context): SessionRef<SessionRow>[] {
  return sessionFiles(place, (path) => isLinesName(path), context).flatMap((path) => {
    try {
      return refOf(path) ?? [];
    } catch (cause) {
      context.signal.throwIfAborted();
      context.report(unreadableFile(path, cause));
      return [];
    }
  });
}

function refOf(path: string): SessionRef<SessionRow> | undefined {
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
  const id = withoutLinesEnding(basename(path));
  const told: ToldOfSession = {
    ...toldBy(first, () => prompts),
    ...present({ startedAt: utcTime(messages[0]?.created) }),
    ...present({ updatedAt: utcTime(ends.tail.at(-1)?.created) }),
  };
  const { titleFrom: _, ...listed } = told;
  return present<SessionRef<SessionRow>>({
    id,
    source: "goose",
    project: projectOf(listed.cwd),
    ...listed,
    bytes,
    revision: revisionOf([path]),
    locator: { path, id, told, children: [] },
  });
}

/** The name of a session's file: a day, and a number or a time of that day. */
const ownName = /[\\/]sessions[\\/]\d{8}_\d{1,6}$/;

import { basename, dirname } from "node:path";
import { type Context, present } from "@chatexport/core";
import {
  objectOf,
  objectsOf,
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

/** The sessions of a database, from their own rows. Reports each that is hidden. */
export function headsIn(
  database: Database,
  { project }: DatabasePlace,
  { report }: Context,
): SessionHead[] {
  const folder = dirname(database.path);
  const cwd = project ?? (basename(folder) === ".crush" ? dirname(folder) : undefined);
  return database.all("SELECT * FROM sessions ORDER BY created_at, rowid").flatMap((row) => {
    const id = textOf(row.id);
    if (id === undefined) {
      report(malformedRow({ path: database.path, at: "sessions" }));
      return [];
    }
    const parentId = textOf(row.parent_session_id);
    const told = toldBy(row, database, cwd, parentId);
    return [present<SessionHead>({ id, parentId, told, state: [row, lastOf(database, id)] })];
  });
}

/** The last message is written again until it is whole, which its session does not show. Tells its length without reading it. */
function lastOf(database: Database, id: string): Row | undefined {
  return database.get(
    "SELECT rowid, octet_length(parts) AS length FROM messages WHERE session_id = ? ORDER BY rowid DESC LIMIT 1",
    id,
  );
}

function toldBy(
  row: Row,
  database: Database,
  cwd: string | undefined,
  parent: string | undefined,
): ToldOfSession {
  const own = ownTitle(row.title);
  const title = own ?? firstPrompt(database, String(row.id));
  return present<ToldOfSession>({
    title,
    // The tool does not say whether a title was generated or typed.
    titleFrom: own === undefined && title !== undefined ? "first-message" : undefined,
    cwd,
    project: projectOf(cwd),
    startedAt: utcTime(row.created_at),
    updatedAt: utcTime(row.updated_at),
    parent: parent === undefined ? undefined : { sessionId: parent, relation: "subagent" },
  });
}

/** A title, unless it is what each session is called at first. */
function ownTitle(title: unknown): string | undefined {
  const text = oneLine(textOf(title) ?? "");
  return text && firstTitles.has(text) ? undefined : text;
}

const firstTitles = new Set([
  "New Session",
  "Untitled Session",
  "New Agent Session",
  "Fetch Analysis",
]);

function firstPrompt(database: Database, id: string): string | undefined {
  const rows = database.all(
    `SELECT substr(parts, 1, 20000) AS parts FROM messages
     WHERE session_id = ? AND role = 'user' ORDER BY created_at, rowid LIMIT 5`,
    id,
  );
  const parts = rows.flatMap((row) => objectsOf(parseJson(row.parts)));
  return promptTitle(parts.flatMap((part) => textOf(objectOf(part.data)?.text) ?? []));
}

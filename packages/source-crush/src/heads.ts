import { basename, dirname } from "node:path";
import { present } from "@chatexport/core";
import { objectOf, objectsOf, oneLine, parseJson, textOf, utcTime } from "@chatexport/core/read";
import {
  type Database,
  type DatabasePlace,
  firstPrompts,
  type Row,
  type ToldOfSession,
  titled,
} from "@chatexport/sqlite";

/** A session as its own row tells it. */
export function toldOf(row: Row, database: Database, { project }: DatabasePlace): ToldOfSession {
  const folder = dirname(database.path);
  const parent = textOf(row.parent_session_id);
  return present<ToldOfSession>({
    // The tool does not say whether a title was generated or typed.
    ...titled(ownTitle(row.title), undefined, () => promptsIn(database, String(row.id))),
    cwd: project ?? (basename(folder) === ".crush" ? dirname(folder) : undefined),
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

function promptsIn(database: Database, id: string): string[] {
  const prompts = firstPrompts(database, "parts", id, "created_at, rowid");
  const parts = prompts.flatMap((stored) => objectsOf(parseJson(stored)));
  return parts.flatMap((part) => textOf(objectOf(part.data)?.text) ?? []);
}

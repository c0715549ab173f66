import { basename, dirname } from "node:path";
import { type Context, present, type Session, type SessionRef } from "@chatexport/core";
import {
  addToList,
  objectOf,
  objectsOf,
  oneLine,
  parseJson,
  projectOf,
  promptTitle,
  textOf,
  utcTime,
} from "@chatexport/core/read";
import { revisionOf } from "@chatexport/core/source";
import type { Database, Row } from "@chatexport/sqlite";
import { malformedRow } from "./diagnostics.js";
import type { Place } from "./places.js";

/** The facts about a session that its list and the session itself have. */
type Told = Partial<
  Pick<Session, "title" | "titleFrom" | "cwd" | "project" | "startedAt" | "updatedAt" | "parent">
>;

/** Where a session lies, as its ref carries it from listing to loading. */
export interface Locator {
  path: string;
  id: string;
  told: Told;
  /** The sub-agents that it started. */
  children: Locator[];
}

/** Whether a database is of Crush. */
export function isCrush(database: Database): boolean {
  return (
    database.columns("sessions").has("prompt_tokens") && database.columns("messages").has("parts")
  );
}

/**
 * The sessions of a database, from their own rows; those of sub-agents are in the one that started them. Reports
 * each that is hidden.
 */
export function refsIn(
  database: Database,
  { project }: Place,
  { report }: Context,
): SessionRef<Locator>[] {
  const rows = new Map(
    database.all("SELECT * FROM sessions ORDER BY created_at, rowid").flatMap((row) => {
      const id = textOf(row.id);
      if (id !== undefined) return [[id, row] as const];
      report(malformedRow({ path: database.path, at: "sessions" }));
      return [];
    }),
  );
  const children = new Map<string | undefined, string[]>();
  for (const [id, row] of rows) {
    const parent = textOf(row.parent_session_id) ?? "";
    addToList(children, rows.has(parent) ? parent : undefined, id);
  }
  const folder = dirname(database.path);
  const cwd = project ?? (basename(folder) === ".crush" ? dirname(folder) : undefined);
  const met = new Set<string>();
  const locate = (id: string): Locator => {
    met.add(id);
    return {
      path: database.path,
      id,
      told: toldBy(rows.get(id) ?? {}, database, cwd),
      children: (children.get(id) ?? []).filter((child) => !met.has(child)).map(locate),
    };
  };
  const roots = (children.get(undefined) ?? []).map(locate);
  // Damage can make a circle of sessions, each of which was started by another one.
  for (const id of rows.keys()) if (!met.has(id)) roots.push(locate(id));
  return roots.map((locator) => refOf(locator, rows, database));
}

function refOf(
  locator: Locator,
  rows: ReadonlyMap<string, Row>,
  database: Database,
): SessionRef<Locator> {
  const { id, told, children } = locator;
  const states = allBelow(locator).map((each) => [rows.get(each.id), lastOf(database, each.id)]);
  const { titleFrom: _, ...listed } = told;
  return present<SessionRef<Locator>>({
    id,
    source: "crush",
    ...listed,
    subagentCount: children.length || undefined,
    revision: revisionOf([], states),
    locator,
  });
}

/** A session with all below it. */
export function allBelow(locator: Locator): Locator[] {
  return [locator, ...locator.children.flatMap(allBelow)];
}

/** The last message is written again until it is whole, which its session does not show. Tells its length without reading it. */
function lastOf(database: Database, id: string): Row | undefined {
  return database.get(
    "SELECT rowid, octet_length(parts) AS length FROM messages WHERE session_id = ? ORDER BY rowid DESC LIMIT 1",
    id,
  );
}

function toldBy(row: Row, database: Database, cwd: string | undefined): Told {
  const own = ownTitle(row.title);
  const title = own ?? firstPrompt(database, String(row.id));
  const parent = textOf(row.parent_session_id);
  return present<Told>({
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

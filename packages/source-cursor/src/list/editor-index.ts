import { statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { groupBy } from "@chatexport/core/read";
import { RowsBeside } from "@chatexport/core/source";
import { type Database, keyValues } from "@chatexport/sqlite";
import type { Copy, Omitted, UnlocatedCopy } from "../conversation/copy.js";
import type { ListContext } from "../locate/contexts.js";
import { named } from "../parse/fields.js";
import { reportDamage } from "../rows/read-rows.js";
import type { Location } from "../workspaces/locations.js";
import {
  type IndexEntry,
  readHeaderTable,
  readHeadItem,
  readPanes,
  readProjects,
  readRecent,
  readTabs,
  readWorkspaceComposers,
} from "./index-rows.js";

/**
 * The entries in the indexes of one or several databases, and the conversations that are inside of
 * them.
 */
export interface EditorIndex {
  entries: IndexEntry[];
  members: Member[];
  /** By conversation, from the projects of the agents' window. */
  projects: Map<string, Location>;
  /** The folders and workspaces that were opened lately. */
  recent: Location[];
  found: UnlocatedCopy[];
  omitted: Omitted[];
}

/** Adds what a database has of indexes; versions differ in which database they kept them. */
export function addIndex(
  index: EditorIndex,
  database: Database,
  storages: ReadonlyMap<string, Location>,
  context: ListContext,
): void {
  const rows = new RowsBeside(named);
  index.entries.push(...readHeaderTable(database, rows));
  const items = keyValues(database, "ItemTable");
  if (items) {
    index.entries.push(...readHeadItem(items, rows, context));
    for (const [id, location] of readProjects(items, storages, rows, context))
      index.projects.set(id, location);
    index.recent.push(...readRecent(items, context));
  }
  const tables = [items ?? [], keyValues(database, "cursorDiskKV") ?? []].flat();
  const workspaces = tables.map((table) => readWorkspaceComposers(table, rows, context));
  const tabs = items ? readTabs(items, rows, context) : { found: [], omitted: [] };
  if (items) reportDamage(items, context);
  rows.report(context);
  const entries = workspaces.flatMap(({ entries }) => entries);
  index.entries.push(...entries);
  for (const { found, omitted } of [...workspaces, tabs]) {
    index.found.push(...found);
    index.omitted.push(...omitted);
  }

  const location = storages.get(basename(dirname(database.path)));
  if (!location) return;
  const modified = statSync(database.path).mtimeMs;
  const add = (id: string, isListed: boolean) =>
    index.members.push({ id, location, isListed, modified });
  const listed = [...entries, ...tabs.found.map(({ copy }) => copy), ...tabs.omitted];
  for (const { id } of listed) add(id, true);
  const opened = workspaces.flatMap(({ opened }) => opened);
  for (const id of [...opened, ...(items ? readPanes(items, context) : [])]) add(id, false);
}

/** The entries of each conversation by its id in lower case, those of the best index first. */
export function entriesById(entries: readonly IndexEntry[]): Map<string, IndexEntry[]> {
  const from = (index: IndexEntry["from"]) => entries.filter((entry) => entry.from === index);
  return groupBy([...from("table"), ...from("heads"), ...from("workspace")], ({ id }) =>
    id.toLowerCase(),
  );
}

/** A workspace that has a conversation among its own. */
interface Member {
  id: string;
  location: Location;
  /** The workspace lists the conversation; otherwise it was only opened there. */
  isListed: boolean;
  /** The time when the workspace's database was changed, in ms since 1970. */
  modified: number;
}

/** The location of each conversation, by id in lower case: of the workspace that lists it, else that changed last. */
export function locationsOf(members: readonly Member[]): Map<string, Location> {
  const worstFirst = [...members].sort(
    (a, b) => Number(a.isListed) - Number(b.isListed) || a.modified - b.modified,
  );
  return new Map(worstFirst.map(({ id, location }) => [id.toLowerCase(), location]));
}

/**
 * Tells which composers no index of the editor names, so that the editor shows them nowhere. Only the
 * table of 3.12 and the lists of all workspaces (until 2.6) are complete; with the row between them, which
 * held only some, the test is always false. `isWhole`: all databases of a `User` folder were read.
 */
export function unlistedTest(
  { entries, members, projects }: EditorIndex,
  isWhole: boolean,
): (copy: Copy) => boolean {
  const has = (from: string) => entries.some((entry) => entry.from === from);
  const isComplete = has("table") || (has("workspace") && !has("heads"));
  const ids = [...[...entries, ...members].map(({ id }) => id), ...projects.keys()];
  const listed = new Set(ids.map((id) => id.toLowerCase()));
  return ({ id, key, parent }) =>
    isWhole &&
    isComplete &&
    // Sub-agents are shown inside of the conversation that started them.
    parent === undefined &&
    key?.startsWith("composerData:") === true &&
    !listed.has(id.toLowerCase());
}

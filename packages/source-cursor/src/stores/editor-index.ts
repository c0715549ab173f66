import { statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { type Database, keyValues } from "@chatexport/sqlite";
import type { ListingContext } from "../list-context.js";
import { reportDamage } from "../reports.js";
import type { Location } from "../workspaces/location.js";
import { readTabs } from "./chat-tabs.js";
import { type IndexEntry, readHeaderTable, readHeadItem, readProjects } from "./composer-index.js";
import type { Found, Omitted } from "./found.js";
import type { Member } from "./members.js";
import { readPanes, readWorkspaceComposers } from "./workspace-composers.js";

/** What the indexes of one or several databases say, and the conversations that are inside of them. */
export interface EditorIndex {
  entries: IndexEntry[];
  members: Member[];
  /** By conversation, from the projects of the agents' window. */
  projects: Map<string, Location>;
  found: Found[];
  omitted: Omitted[];
}

/**
 * Adds what a database has of indexes. Any may be in any database: versions differ in what they kept
 * in the global one and what in those of the workspaces.
 */
export function addIndex(
  index: EditorIndex,
  database: Database,
  storages: ReadonlyMap<string, Location>,
  context: ListingContext,
): void {
  index.entries.push(...readHeaderTable(database));
  const items = keyValues(database, "ItemTable");
  if (!items) return;
  index.entries.push(...readHeadItem(items, context));
  for (const [id, location] of readProjects(items, storages, context))
    index.projects.set(id, location);
  const workspace = readWorkspaceComposers(items, context);
  const tabs = readTabs(items, context);
  index.entries.push(...workspace.entries);
  index.found.push(...workspace.found, ...tabs.found);
  index.omitted.push(...workspace.omitted, ...tabs.omitted);

  reportDamage(items, context);

  const location = storages.get(basename(dirname(database.path)));
  if (!location) return;
  const modified = statSync(database.path).mtimeMs;
  const add = (id: string, isListed: boolean) =>
    index.members.push({ id, location, isListed, modified });
  for (const { id } of workspace.entries) add(id, true);
  for (const { id } of [...tabs.found.map(({ copy }) => copy), ...tabs.omitted]) add(id, true);
  for (const id of [...workspace.opened, ...readPanes(items, context)]) add(id, false);
}

const byReliability: readonly IndexEntry["from"][] = ["table", "heads", "workspace"];

/** The entries of each conversation by its id in lower case, those of the best index first. */
export function entriesById(entries: readonly IndexEntry[]): Map<string, IndexEntry[]> {
  const result = new Map<string, IndexEntry[]>();
  for (const from of byReliability)
    for (const entry of entries) {
      if (entry.from !== from) continue;
      const key = entry.id.toLowerCase();
      const known = result.get(key);
      if (known) known.push(entry);
      else result.set(key, [entry]);
    }
  return result;
}

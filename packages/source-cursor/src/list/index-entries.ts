import { type Context, defined, type JsonObject, present } from "@chatexport/core";
import { objectsOf, stringOf, textOf } from "@chatexport/core/read";
import type { Database, KeyValues } from "@chatexport/sqlite";
import { type ComposerHead, composerHead } from "../parse/composer/composer-data.js";
import { itemKeys } from "../rows/keys.js";
import { readJson, readObject } from "../rows/read-rows.js";
import { jsonObjectOf } from "../values/json-text.js";
import { wordsOf } from "../values/lists.js";
import { timeOf } from "../values/times.js";
import type { Location } from "../workspaces/locations.js";
import {
  locationOfReference,
  referenceOf,
  type WorkspaceReference,
} from "../workspaces/resolve-location.js";

/** What an index says about a conversation. */
export interface IndexEntry
  extends Omit<ComposerHead, "subtitle" | "inlineCount" | "listsBubbles"> {
  id: string;
  /** Which index: the table (3.12 on), the row with all heads (3.0 on), or a workspace's (0.45 on). */
  from: "table" | "heads" | "workspace";
  workspace?: WorkspaceReference;
}

const columns = wordsOf("composerId workspaceId createdAt lastUpdatedAt isArchived recency value");

/** The table `composerHeaders` (3.12 on). Its columns differ between versions; any may be missing. */
export function readHeaderTable(database: Database): IndexEntry[] {
  const existing = database.columns("composerHeaders");
  const wanted = columns.filter((column) => existing.has(column));
  if (!wanted.includes("composerId")) return [];
  const entries: IndexEntry[] = [];
  for (const row of database.iterate(`SELECT ${wanted.join(", ")} FROM composerHeaders`)) {
    const id = textOf(row.composerId);
    if (id === undefined) continue;
    const text = row.value instanceof Uint8Array ? Buffer.from(row.value).toString() : row.value;
    // One broken value costs what it alone says; the columns beside it stay.
    const value = jsonObjectOf(stringOf(text)) ?? {};
    const entry = entryOf(id, value, "table");
    entries.push({
      ...entry,
      archived: entry.archived || Number(row.isArchived) === 1,
      ...defined({
        startedAt: timeOf(row.createdAt) ?? entry.startedAt,
        updatedAt: timeOf(row.lastUpdatedAt) ?? entry.updatedAt ?? timeOf(row.recency),
        workspace: referenceOf(value.workspaceIdentifier, textOf(row.workspaceId)),
      }),
    });
  }
  return entries;
}

/** The row `composer.composerHeaders` (3.0 on), which is written late and holds only some. */
export function readHeadItem(items: KeyValues, context: Context): IndexEntry[] {
  const json = readObject(items, itemKeys.heads, context);
  return objectsOf(json?.allComposers).flatMap((head) => {
    const id = textOf(head.composerId);
    return id === undefined ? [] : [entryOf(id, head, "heads")];
  });
}

/** An entry from the JSON that all indexes share. */
export function entryOf(id: string, json: JsonObject, from: IndexEntry["from"]): IndexEntry {
  const { subtitle: _, inlineCount: __, listsBubbles: ___, ...head } = composerHead(json);
  return present({
    ...head,
    id,
    from,
    title: head.titleFrom && head.title,
    updatedAt: head.updatedAt ?? timeOf(json.recency),
    workspace: referenceOf(json.workspaceIdentifier),
  });
}

/** The projects of the agents' window (3.9 on), by the ids of their conversations in lower case. */
export function readProjects(
  items: KeyValues,
  storages: ReadonlyMap<string, Location>,
  context: Context,
): Map<string, Location> {
  const projects = new Map<string, Location>();
  for (const project of objectsOf(readJson(items, itemKeys.projects, context))) {
    const id = textOf(project.id);
    const location = locationOfReference(referenceOf(project.workspace), storages);
    if (id !== undefined && location) projects.set(id, location);
  }
  const members = new Map<string, Location>();
  const membership = readObject(items, itemKeys.projectMembers, context) ?? {};
  for (const [composerId, projectId] of Object.entries(membership)) {
    const location = projects.get(textOf(projectId) ?? "");
    if (location) members.set(composerId.toLowerCase(), location);
  }
  return members;
}

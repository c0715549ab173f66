import { type Context, defined, type JsonObject, present } from "@chatexport/core";
import { listOf, objectOf, textOf } from "@chatexport/core/read";
import type { Database, KeyValues } from "@chatexport/sqlite";
import { type ComposerHead, composerHead } from "../parse/composer/composer-data.js";
import { itemKeys } from "../rows/keys.js";
import { readJson, readObject } from "../rows/read-rows.js";
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

const columns = [
  "composerId",
  "workspaceId",
  "createdAt",
  "lastUpdatedAt",
  "isArchived",
  "recency",
  "value",
] as const;

/** The table `composerHeaders` (3.12 on). Its columns differ between versions; any may be missing. */
export function readHeaderTable(database: Database): IndexEntry[] {
  const existing = database.columns("composerHeaders");
  const wanted = columns.filter((column) => existing.has(column));
  if (!wanted.includes("composerId")) return [];
  const entries: IndexEntry[] = [];
  for (const row of database.iterate(`SELECT ${wanted.join(", ")} FROM composerHeaders`)) {
    const id = textOf(row.composerId);
    if (id === undefined) continue;
    const value = jsonOfColumn(row.value);
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
  return (listOf(json?.allComposers) ?? []).flatMap((value) => {
    const head = objectOf(value);
    const id = textOf(head?.composerId);
    return head && id !== undefined ? [entryOf(id, head, "heads")] : [];
  });
}

/** An entry from the JSON that all indexes share. */
export function entryOf(id: string, json: JsonObject, from: IndexEntry["from"]): IndexEntry {
  const head: ComposerHead = composerHead(json);
  return present({
    id,
    from,
    title: head.titleFrom && head.title,
    titleFrom: head.titleFrom,
    startedAt: head.startedAt,
    updatedAt: head.updatedAt ?? timeOf(json.recency),
    archived: head.archived,
    draft: head.draft,
    branch: head.branch,
    parent: head.parent,
    children: head.children,
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
  for (const value of listOf(readJson(items, itemKeys.projects, context)) ?? []) {
    const project = objectOf(value);
    const id = textOf(project?.id);
    const location = locationOfReference(referenceOf(project?.workspace), storages);
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

/** One broken value costs what it alone says; the columns beside it stay. */
function jsonOfColumn(value: unknown): JsonObject {
  const text = value instanceof Uint8Array ? Buffer.from(value).toString("utf8") : value;
  try {
    return objectOf(typeof text === "string" ? JSON.parse(text) : undefined) ?? {};
  } catch {
    return {};
  }
}

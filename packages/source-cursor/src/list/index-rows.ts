import { statSync } from "node:fs";
import { basename, dirname } from "node:path";
import {
  type Context,
  defined,
  type Json,
  type JsonObject,
  nonEmpty,
  present,
} from "@chatexport/core";
import {
  listOf,
  objectOf,
  objectsOf,
  stringOf,
  TallyCounter,
  textOf,
  wordsOf,
} from "@chatexport/core/read";
import { type Fields, RowsBeside } from "@chatexport/core/source";
import { type Database, type KeyValues, keyValues, textOfValue } from "@chatexport/sqlite";
import type { Copy, UnlocatedCopy } from "../conversation/copy.js";
import { bestHead } from "../conversation/head.js";
import { malformedPart, namelessConversation } from "../diagnostics.js";
import type { ListContext } from "../locate/contexts.js";
import { attachedParts, otherContext } from "../parse/composer/attached-context.js";
import {
  composerHead,
  conversationsIn,
  type ListedConversation,
  tabHead,
  takeTab,
} from "../parse/composer/composer-data.js";
import { composerNative, isPlace } from "../parse/composer/native-facts.js";
import { promptOf, takeText } from "../parse/composer/prompt-text.js";
import { paneContexts } from "../parse/composer/request-contexts.js";
import { fieldsOf, named, pathFrom } from "../parse/fields.js";
import { itemKeys, panePrefix, recentlyOpened } from "../rows/keys.js";
import { readJson, readObject, reportDamage, rowidOf } from "../rows/read-rows.js";
import { isFilled, jsonObjectOf } from "../values/json-text.js";
import { timeOf } from "../values/times.js";
import { type Location, locationOfWorkspace } from "../workspaces/locations.js";
import { locationOfReference, referenceOf, repositoryOf } from "../workspaces/resolve-location.js";
import type { EditorIndex, IndexEntry } from "./editor-index.js";

/** A database whose indexes are read. */
interface Reading {
  index: EditorIndex;
  /** Takes the fields of the rows. */
  rows: RowsBeside;
  context: ListContext;
  /** Notes a conversation of the workspace whose database it is. */
  addMember(id: string, isListed: boolean): void;
}

/** Adds what a database has of indexes; versions differ in which database they kept them. */
export function addIndex(index: EditorIndex, database: Database, context: ListContext): void {
  const location = index.storages.get(basename(dirname(database.path)));
  const modified = location ? statSync(database.path).mtimeMs : 0;
  const addMember = (id: string, isListed: boolean) => {
    if (location) index.members.push({ id, location, isListed, modified });
  };
  const reading: Reading = { index, rows: new RowsBeside(named), context, addMember };
  readHeaderTable(database, reading);
  const items = keyValues(database, "ItemTable");
  if (items) {
    readHeadItem(items, reading);
    readProjects(items, reading);
    index.recent.push(...readRecent(items, context));
    readWorkspaceComposers(items, reading);
  }
  const rows = keyValues(database, "cursorDiskKV");
  if (rows) readWorkspaceComposers(rows, reading);
  if (items) {
    readTabs(items, reading);
    reportDamage(items, context);
  }
  reading.rows.report(context);
  if (items && location) for (const id of readPanes(items, context)) addMember(id, false);
}

const columns = wordsOf("composerId workspaceId createdAt lastUpdatedAt isArchived recency value");

/** The table `composerHeaders` (3.12 on). Its columns differ between versions; any may be missing. */
function readHeaderTable(database: Database, { rows, index: { entries } }: Reading): void {
  const existing = database.columns("composerHeaders");
  const wanted = columns.filter((column) => existing.has(column));
  if (!wanted.includes("composerId")) return;
  for (const row of database.iterate(`SELECT ${wanted.join(", ")} FROM composerHeaders`)) {
    const id = textOf(row.composerId);
    if (id === undefined) continue;
    const text = row.value instanceof Uint8Array ? Buffer.from(row.value).toString() : row.value;
    // One broken value costs what it alone says; the columns beside it stay.
    const value = jsonObjectOf(stringOf(text)) ?? present({ value: stringOf(text) });
    const origin = { path: database.path, at: `composerHeaders/${id}` };
    const entry = rows.read(value, origin, (fields) => entryOf(id, "table", fields, value));
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
}

/** The row `composer.composerHeaders` (3.0 on), which is written late and holds only some. */
function readHeadItem(items: KeyValues, { rows, index: { entries }, context }: Reading): void {
  const origin = { path: items.path, at: itemKeys.heads };
  const json = readObject(items, itemKeys.heads, context) ?? {};
  const heads = rows.read(json, origin, (fields) => fields.json("allComposers"));
  rows.readEach(heads, "allComposers", origin, (fields, head) => {
    const entry = entryOf(textOf(head.composerId) ?? "", "heads", fields, head);
    if (entry.id !== "") entries.push(entry);
  });
}

/** An entry from the JSON that all indexes share. */
function entryOf(
  id: string,
  from: IndexEntry["from"],
  fields: Fields,
  json: JsonObject,
): IndexEntry {
  fields.word(["head"], "type");
  fields.made(timeOf, "recency");
  takeWorkspace(fields, "workspaceIdentifier");
  // The session has what it keeps of a composer; here, only what is unknown of it is told.
  composerNative(fields, json, new TallyCounter());
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

/** Takes the workspace that a row names: `{ id, uri }` of one folder, or `{ id, configPath }`. */
function takeWorkspace(fields: Fields, name: string): void {
  const workspace = fields.object(name);
  workspace?.text("id");
  for (const uri of workspace ? ["uri", "configPath"] : [])
    if (workspace?.object(uri)) pathFrom(workspace, uri);
    else workspace?.fitting(uri, isPlace);
}

/** The projects of the agents' window (3.9 on), and the conversations in them. */
function readProjects(items: KeyValues, { rows, context, index }: Reading): void {
  const projects = new Map<string, Location>();
  const { path } = items;
  const list = readJson(items, itemKeys.projects, context);
  const origin = { path, at: itemKeys.projects };
  rows.readEach(list, itemKeys.projects, origin, (fields, { workspace }) => {
    const id = fields.text("id");
    takeWorkspace(fields, "workspace");
    for (const name of ["name", "createdAt", "isArchived"]) fields.json(name);
    const location = locationOfReference(referenceOf(workspace), index.storages);
    if (id !== undefined && location) projects.set(id, location);
  });
  const at = itemKeys.projectMembers;
  const membership = Object.entries(readObject(items, at, context) ?? {});
  const members = membership.map(([composer, project]) => ({ composer, project }));
  rows.readEach(members, at, { path, at }, (fields) => {
    const composerId = fields.string("composer") ?? "";
    const location = projects.get(fields.text("project") ?? "");
    if (location) index.projects.set(composerId.toLowerCase(), location);
  });
}

/** The folders that the editor opened lately (VS Code). */
function readRecent(items: KeyValues, context: Context): Location[] {
  const uris = recentUris(readObject(items, recentlyOpened, context));
  return uris.flatMap((uri) => locationOfWorkspace(uri) ?? []);
}

/** The URIs of folders and workspaces in the row of what was opened lately. */
export function recentUris(row: JsonObject | undefined): (Json | undefined)[] {
  return objectsOf(row?.entries).map(
    ({ folderUri, workspace }) => folderUri ?? objectOf(workspace)?.configPath,
  );
}

/**
 * The row `composer.composerData` of a workspace, of any version, in either of its tables: composers that it
 * holds (0.40 to about 0.44), heads of those that lie in the global database (0.45 on), and ids of those that
 * were opened in the workspace (3.0 on).
 */
function readWorkspaceComposers(items: KeyValues, reading: Reading): void {
  const { path } = items;
  const key = itemKeys.composers;
  const json = readObject(items, key, reading.context);
  if (!json) return;
  const rowRevision = revisionOfItem(items, key);
  const origin = { path, at: key };
  for (const { id, data } of listed(json, "allComposers", origin, reading)) {
    const head = composerHead(data);
    const { inlineCount, children, updatedAt = "", draft } = head;
    // Of a composer in which something was said, the session tells what is unknown.
    const entry =
      inlineCount > 0
        ? entryOf(id, "workspace", fieldsOf(data), data)
        : reading.rows.read(data, origin, (fields) => entryOf(id, "workspace", fields, data));
    reading.index.entries.push(entry);
    reading.addMember(id, true);
    // With a list it is a whole composer, not only the head of one.
    if (inlineCount === 0 && !listOf(data.conversation)) continue;
    const found: UnlocatedCopy = {
      copy: present({
        id,
        format: "cursor/inline",
        path,
        key,
        table: items.table === "ItemTable" ? undefined : items.table,
        ...bestHead([head]),
        listedBy: inlineCount === 0 ? "empty" : undefined,
        children: nonEmpty(children),
        revision: [rowRevision, updatedAt, inlineCount].join("."),
      }),
      clues: present({
        id,
        own: referenceOf(data.workspaceIdentifier),
        parentId: head.parent?.sessionId,
        repository: repositoryOf(data),
      }),
    };
    addTo(reading, found, draft || isTyped(data.text) ? "draft" : "empty");
  }
  for (const list of openLists)
    for (const id of listOf(json[list]) ?? [])
      if (typeof id === "string") reading.addMember(id, false);
}

const openLists = ["selectedComposerIds", "lastFocusedComposerIds"];

/** The conversations that a row lists; reports what is none, and those without an id. */
function* listed(
  row: JsonObject,
  list: "allComposers" | "tabs",
  origin: { path: string; at: string },
  { rows, context }: Reading,
): Generator<ListedConversation> {
  if (isFilled(row[list]) && !listOf(row[list])) context.report(malformedPart(origin, "entry"));
  // Beside a list stand settings of the window; a field that is not known may be another list.
  rows.read(row, origin, (fields) => {
    fields.json(list);
    for (const name of openLists) fields.texts(name);
    fields.flag("hasMigratedComposerData");
  });
  for (const conversation of conversationsIn(row[list], list)) {
    if (!conversation) context.report(malformedPart(origin, "entry"));
    else {
      if (conversation.isHashed) context.report(namelessConversation(origin));
      yield conversation;
    }
  }
}

/** Adds a conversation; one in which nothing was said is handed out only where those are wanted. */
function addTo(
  { index: { found, omitted }, context }: Reading,
  conversation: UnlocatedCopy,
  reason: "draft" | "empty",
): void {
  const { id, listedBy } = conversation.copy;
  if (!listedBy) found.push(conversation);
  else omitted.push(present({ id, reason, found: context.empty ? conversation : undefined }));
}

const viewPrefix = "workbench.panel.aichat.view.";

/** Ids of the composers that a workspace's panes show (2025 on). */
function readPanes(items: KeyValues, context: Context): string[] {
  const ids: string[] = [];
  for (const { key } of items.keys(panePrefix)) {
    const rest = key.slice(panePrefix.length);
    if ((rest !== "" && !rest.startsWith(".")) || rest.endsWith(".hidden")) continue;
    for (const view of Object.keys(objectOf(readJson(items, key, context)) ?? {}))
      if (view.startsWith(viewPrefix)) ids.push(view.slice(viewPrefix.length));
  }
  return ids;
}

/** Changes whenever the row is written anew or in another size. */
function revisionOfItem(items: KeyValues, key: string): string {
  return `${rowidOf(items, key)}.${textOfValue(items.value(key))?.length ?? 0}`;
}

/** True when the input box holds text. */
export function isTyped(text: Json | undefined): boolean {
  return typeof text === "string" && text.trim() !== "";
}

/** The tabs of the old chat pane of a workspace (until about 0.44), all in one row. */
function readTabs(items: KeyValues, reading: Reading): void {
  const { path } = items;
  const key = itemKeys.tabs;
  const row = readObject(items, key, reading.context) ?? {};
  const hasTabs = (listOf(row.tabs) ?? []).length > 0;
  const rowRevision = hasTabs ? revisionOfItem(items, key) : "";
  // Several sessions have what is in this row: it is told once what is wrong with it.
  if (hasTabs) paneContexts(items, "", reading.context);
  const origin = { path, at: key };
  for (const { id, data: tab } of listed(row, "tabs", origin, reading)) {
    const bubbles = listOf(tab.bubbles) ?? [];
    const isEmpty = bubbles.every(isInputBox);
    if (bubbles.length === 0) reading.rows.read(tab, origin, takeTab);
    // Where nothing was said, no session tells what is unknown.
    for (const box of isEmpty ? objectsOf(bubbles) : []) reading.rows.read(box, origin, takeBox);
    const head = tabHead(tab);
    const copy: Copy = present({
      id,
      format: "cursor/tabs",
      path,
      key,
      ...head,
      listedBy: isEmpty ? "empty" : undefined,
      revision: [rowRevision, head.updatedAt ?? "", bubbles.length].join("."),
    });
    reading.addMember(id, true);
    addTo(reading, { copy, clues: { id } }, "empty");
  }
}

/** True when a bubble is the box that a tab begins with, and nothing was put into it (2023 and 2024). */
function isInputBox(bubble: Json): boolean {
  const box = objectOf(bubble);
  if (box?.type !== "user" || promptOf(box) !== "") return false;
  const fields = fieldsOf(box);
  return attachedParts(fields).length === 0 && !otherContext(fields) && !box.image;
}

function takeBox(fields: Fields): void {
  fields.text("type");
  fields.text("bubbleId", "id");
  takeText(fields, "");
}

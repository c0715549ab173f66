import { type Context, type Json, type JsonObject, nonEmpty, present } from "@chatexport/core";
import { listOf, objectOf, textOf } from "@chatexport/core/read";
import { type KeyValues, textOfValue } from "@chatexport/sqlite";
import type { Copy, Omitted, UnlocatedCopy } from "../conversation/copy.js";
import { bestHead } from "../conversation/head.js";
import { unlistedEntry } from "../diagnostics.js";
import type { ListingContext } from "../locate/contexts.js";
import { composerHead, idOfTab, tabHead } from "../parse/composer/composer-data.js";
import { itemKeys, panePrefix } from "../rows/keys.js";
import { readJson, readObject, rowidOf } from "../rows/read-rows.js";
import { referenceOf, repositoryOf } from "../workspaces/resolve-location.js";
import { entryOf, type IndexEntry } from "./index-entries.js";

/** Conversations that lie whole in a row of a workspace, and those that are not handed out. */
interface WorkspaceTabs {
  found: UnlocatedCopy[];
  omitted: Omitted[];
}

/** The composers that a workspace's own row holds (0.40 to about 0.44) or names. */
interface WorkspaceComposers extends WorkspaceTabs {
  /** Heads of composers that lie in the global database (0.45 on). */
  entries: IndexEntry[];
  /** Ids of the composers that were opened in the workspace (3.0 on). */
  opened: string[];
}

/** The row `composer.composerData` of a workspace, of any version. */
export function readWorkspaceComposers(
  items: KeyValues,
  context: ListingContext,
): WorkspaceComposers {
  const { path } = items;
  const key = itemKeys.composers;
  const result: WorkspaceComposers = { found: [], omitted: [], entries: [], opened: [] };
  const json = readObject(items, key, context);
  if (!json) return result;
  const rowRevision = revisionOfItem(items, key);
  const idOf = ({ composerId }: JsonObject) => textOf(composerId);
  for (const [id, data] of identified(json.allComposers, idOf, { path, at: key }, context)) {
    const head = composerHead(data);
    const { inlineCount, children, updatedAt = "", draft } = head;
    result.entries.push(entryOf(id, data, "workspace"));
    // With a list it is a whole composer, not only the head of one.
    if (inlineCount === 0 && !listOf(data.conversation)) continue;
    const found: UnlocatedCopy = {
      copy: present({
        id,
        format: "cursor/inline",
        path,
        key,
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
    addTo(result, found, draft || isTyped(data.text) ? "draft" : "empty", context);
  }
  const opened = [json.selectedComposerIds, json.lastFocusedComposerIds];
  result.opened = opened.flatMap((list) => (listOf(list) ?? []).filter(isString));
  return result;
}

function isString(value: Json): value is string {
  return typeof value === "string";
}

/** The items of a list with their ids; reports those that have none. */
function* identified(
  list: Json | undefined,
  idOf: (item: JsonObject) => string | undefined,
  origin: { path: string; at: string },
  context: Context,
): Generator<[id: string, item: JsonObject]> {
  for (const value of listOf(list) ?? []) {
    const item = objectOf(value);
    const id = item && idOf(item);
    if (item && id !== undefined) yield [id, item];
    else context.report(unlistedEntry(origin));
  }
}

/** Adds a conversation; one in which nothing was said is handed out only where those are wanted. */
function addTo(
  { found, omitted }: WorkspaceTabs,
  conversation: UnlocatedCopy,
  reason: "draft" | "empty",
  { empty }: ListingContext,
): void {
  const { id, listedBy } = conversation.copy;
  if (!listedBy) found.push(conversation);
  else omitted.push(present({ id, reason, found: empty ? conversation : undefined }));
}

const viewPrefix = "workbench.panel.aichat.view.";

/** Ids of the composers that a workspace's panes show (2025 on). */
export function readPanes(items: KeyValues, context: Context): string[] {
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

/** Whether the input box holds text. */
export function isTyped(text: Json | undefined): boolean {
  return typeof text === "string" && text.trim() !== "";
}

/** The tabs of the old chat pane of a workspace (until about 0.44), all in one row. */
export function readTabs(items: KeyValues, context: ListingContext): WorkspaceTabs {
  const { path } = items;
  const key = itemKeys.tabs;
  const result: WorkspaceTabs = { found: [], omitted: [] };
  const tabs = listOf(readObject(items, key, context)?.tabs) ?? [];
  const rowRevision = tabs.length > 0 ? revisionOfItem(items, key) : "";
  for (const [id, tab] of identified(tabs, idOfTab, { path, at: key }, context)) {
    const count = listOf(tab.bubbles)?.length ?? 0;
    const head = tabHead(tab);
    const copy: Copy = present({
      id,
      format: "cursor/tabs",
      path,
      key,
      ...head,
      listedBy: count === 0 ? "empty" : undefined,
      revision: [rowRevision, head.updatedAt ?? "", count].join("."),
    });
    addTo(result, { copy, clues: { id } }, "empty", context);
  }
  return result;
}

import { type Context, type Json, type JsonObject, present } from "@chatexport/core";
import { listOf, objectOf, textOf } from "@chatexport/core/read";
import { type KeyValues, textOfValue } from "@chatexport/sqlite";
import type { Omitted, UnlocatedCopy } from "../conversation/copy.js";
import { bestHead } from "../conversation/head.js";
import { unlistedEntry } from "../diagnostics.js";
import type { ListingContext } from "../locate/contexts.js";
import {
  type ComposerHead,
  composerHead,
  idOfTab,
  tabHead,
} from "../parse/composer/composer-data.js";
import { itemKeys, panePrefix } from "../rows/keys.js";
import { readJson, readObject, rowidOf } from "../rows/read-rows.js";
import { referenceOf, repositoryOf } from "../workspaces/resolve-location.js";
import { entryOf, type IndexEntry } from "./index-entries.js";

/** The composers that a workspace's own row holds or names. */
interface WorkspaceComposers {
  /** Composers that are in the row with all their bubbles (0.40 to about 0.44). */
  found: UnlocatedCopy[];
  omitted: Omitted[];
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
  const key = itemKeys.composers;
  const result: WorkspaceComposers = { found: [], omitted: [], entries: [], opened: [] };
  const json = readObject(items, key, context);
  if (!json) return result;
  const rowRevision = revisionOfItem(items, key);
  for (const value of listOf(json.allComposers) ?? []) {
    const data = objectOf(value);
    const id = textOf(data?.composerId);
    if (!data || id === undefined) {
      context.report(unlistedEntry({ path: items.path, at: key }));
      continue;
    }
    const head = composerHead(data);
    result.entries.push(entryOf(id, data, "workspace"));
    const place = { path: items.path, key, rowRevision };
    if (head.inlineCount > 0) result.found.push(foundIn(id, data, head, place));
    // With a list it is a whole composer, not only the head of one.
    else if (listOf(data.conversation)) {
      const reason = head.draft || isTyped(data.text) ? "draft" : "empty";
      const found = context.empty ? foundIn(id, data, head, place) : undefined;
      result.omitted.push(present({ id, reason, found }));
    }
  }
  for (const list of [json.selectedComposerIds, json.lastFocusedComposerIds])
    for (const id of listOf(list) ?? []) if (typeof id === "string") result.opened.push(id);
  return result;
}

/** A composer that is in the row with all that it has. */
function foundIn(
  id: string,
  data: JsonObject,
  head: ComposerHead,
  { path, key, rowRevision }: { path: string; key: string; rowRevision: string },
): UnlocatedCopy {
  return {
    copy: present({
      id,
      format: "cursor/inline",
      path,
      key,
      ...bestHead([head]),
      listedBy: head.inlineCount === 0 ? "empty" : undefined,
      children: head.children.length > 0 ? head.children : undefined,
      revision: [rowRevision, head.updatedAt ?? "", head.inlineCount].join("."),
    }),
    clues: present({
      id,
      own: referenceOf(data.workspaceIdentifier),
      parentId: head.parent?.sessionId,
      repository: repositoryOf(data),
    }),
  };
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
export function readTabs(
  items: KeyValues,
  context: ListingContext,
): { found: UnlocatedCopy[]; omitted: Omitted[] } {
  const key = itemKeys.tabs;
  const { empty } = context;
  const found: UnlocatedCopy[] = [];
  const omitted: Omitted[] = [];
  const tabs = listOf(readObject(items, key, context)?.tabs) ?? [];
  const rowRevision = tabs.length > 0 ? revisionOfItem(items, key) : "";
  for (const value of tabs) {
    const tab = objectOf(value);
    const id = tab && idOfTab(tab);
    if (!tab || id === undefined) {
      context.report(unlistedEntry({ path: items.path, at: key }));
      continue;
    }
    const bubbles = listOf(tab.bubbles) ?? [];
    const head = tabHead(tab);
    const isEmpty = bubbles.length === 0;
    const tabFound: UnlocatedCopy = {
      copy: present({
        id,
        format: "cursor/tabs",
        path: items.path,
        key,
        ...head,
        listedBy: isEmpty ? "empty" : undefined,
        revision: [rowRevision, head.updatedAt ?? "", bubbles.length].join("."),
      }),
      clues: { id },
    };
    if (!isEmpty) found.push(tabFound);
    else omitted.push(present({ id, reason: "empty", found: empty ? tabFound : undefined }));
  }
  return { found, omitted };
}

import { type JsonObject, present } from "@chatexport/core";
import { listOf, objectOf, textOf } from "@chatexport/core/read";
import type { KeyValues } from "@chatexport/sqlite";
import { timeOf } from "../composer/times.js";
import type { ListingContext } from "../list-context.js";
import { reportEntry } from "../reports.js";
import type { Found, Omitted } from "./found.js";
import { itemKeys, readObject } from "./items.js";
import { revisionOfItem } from "./workspace-composers.js";

/** The tabs of the old chat pane of a workspace (until about 0.44), all in one row. */
export function readTabs(
  items: KeyValues,
  context: ListingContext,
): { found: Found[]; omitted: Omitted[] } {
  const key = itemKeys.tabs;
  const { empty } = context;
  const found: Found[] = [];
  const omitted: Omitted[] = [];
  const tabs = listOf(readObject(items, key, context)?.tabs) ?? [];
  const rowRevision = tabs.length > 0 ? revisionOfItem(items, key) : "";
  for (const value of tabs) {
    const tab = objectOf(value);
    const id = tab && idOfTab(tab);
    if (!tab || id === undefined) {
      reportEntry(items.path, key, context);
      continue;
    }
    const bubbles = listOf(tab.bubbles) ?? [];
    const updatedAt = timeOf(tab.lastSendTime) ?? timeOf(tab.timestamp);
    const title = textOf(tab.chatTitle) ?? textOf(tab.title);
    const isEmpty = bubbles.length === 0;
    const tabFound: Found = {
      copy: present({
        id,
        format: "cursor/tabs",
        path: items.path,
        key,
        title,
        titleFrom: title === undefined ? undefined : ("generated" as const),
        updatedAt,
        listedBy: isEmpty ? ("empty" as const) : undefined,
        revision: [rowRevision, updatedAt ?? "", bubbles.length].join("."),
      }),
      clues: { id },
    };
    if (!isEmpty) found.push(tabFound);
    else omitted.push(present({ id, reason: "empty", found: empty ? tabFound : undefined }));
  }
  return { found, omitted };
}

/** The id of a tab: `tabId`; some exports of other tools write `id`. */
export function idOfTab(tab: JsonObject): string | undefined {
  return textOf(tab.tabId) ?? textOf(tab.id);
}

import type { Context, Json, JsonObject } from "@chatexport/core";
import { objectOf, objectsOf, textOf } from "@chatexport/core/read";
import type { KeyValues } from "@chatexport/sqlite";
import { itemKeys } from "../../rows/keys.js";
import { readObject } from "../../rows/read-rows.js";

/**
 * The context that Cursor found and sent for the answers of a tab of the old chat pane (2024), by
 * the id of the bubble.
 */
export function paneContexts(
  items: KeyValues,
  tabId: string,
  context: Context,
): Map<string, JsonObject> {
  const contexts = new Map<string, JsonObject>();
  const row = readObject(items, itemKeys.paneContexts, context);
  for (const { tabId: tab, bubbleId, ...facts } of objectsOf(row?.persistentChatMetadata)) {
    const said = objectOf(withoutEmpty(facts));
    const id = textOf(bubbleId);
    if (tab === tabId && id !== undefined && said) contexts.set(id, said);
  }
  return contexts;
}

// Nothing of Cursor's is nested deeper.
const deepest = 50;

/** A value without texts, lists and objects that are empty: most of an entry is such. */
function withoutEmpty(value: Json, depth = 0): Json | undefined {
  if (value === "" || value === null) return undefined;
  if (typeof value !== "object" || depth > deepest) return value;
  if (Array.isArray(value)) {
    const items = value.flatMap((item) => withoutEmpty(item, depth + 1) ?? []);
    return items.length > 0 ? items : undefined;
  }
  const fields = Object.entries(value).flatMap(([name, field]) => {
    const left = withoutEmpty(field, depth + 1);
    return left === undefined ? [] : [[name, left] as const];
  });
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}

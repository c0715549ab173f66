import type { Context, Json, JsonObject } from "@chatexport/core";
import { objectOf } from "@chatexport/core/read";
import { RowsBeside } from "@chatexport/core/source";
import type { KeyValues } from "@chatexport/sqlite";
import { itemKeys } from "../../rows/keys.js";
import { readObject } from "../../rows/read-rows.js";
import { named } from "../fields.js";

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
  const rows = new RowsBeside(named);
  const name = "persistentChatMetadata";
  const list = readObject(items, itemKeys.paneContexts, context)?.[name];
  const origin = { path: items.path, at: itemKeys.paneContexts };
  rows.readEach(list, name, origin, (fields) => {
    const [tab, id] = [fields.text("tabId"), fields.text("bubbleId")];
    // What is left of one that names none is told.
    if (tab === undefined || id === undefined) return;
    const { tabId: _, bubbleId: __, ...facts } = fields.all();
    const said = objectOf(withoutEmpty(facts));
    if (tab === tabId && said) contexts.set(id, said);
  });
  rows.report(context);
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

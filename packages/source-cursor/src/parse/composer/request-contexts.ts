import {
  type Context,
  type Json,
  type JsonObject,
  type Message,
  nonEmpty,
  present,
} from "@chatexport/core";
import { objectOf, type TallyCounter, textOf } from "@chatexport/core/read";
import { RowsBeside } from "@chatexport/core/source";
import type { KeyValues } from "@chatexport/sqlite";
import type { ReadContext } from "../../locate/contexts.js";
import { itemKeys } from "../../rows/keys.js";
import { readObject, readRow } from "../../rows/read-rows.js";
import { eachOf, filled, jsonObjectOf } from "../../values/json-text.js";
import { fieldsOf, leftOf, named } from "../fields.js";

/** The rows `messageRequestContext:ID:…` of a composer, read as their prompts are. */
export class RequestContexts {
  readonly #keys = new Map<string, string>();
  readonly #readRow: (key: string) => JsonObject | undefined;

  constructor(
    rows: KeyValues | undefined,
    composerId: string,
    tally: TallyCounter,
    context: ReadContext,
  ) {
    const prefix = `messageRequestContext:${composerId}:`;
    for (const { key } of rows?.keys(prefix) ?? []) {
      tally.read();
      this.#keys.set(key.slice(prefix.length), key);
    }
    this.#readRow = (key) => {
      const row = rows && readRow(rows, key, tally, context);
      const content = row && requestContext(row);
      if (content) tally.keep();
      else if (row) tally.skip("empty");
      return content;
    };
  }

  /**
   * The context sent with a prompt, by the id of its bubble; some versions used that of the
   * request.
   */
  take(...ids: (string | undefined)[]): JsonObject | undefined {
    for (const id of ids) {
      const key = id === undefined ? undefined : this.#keys.get(id);
      if (id === undefined || key === undefined) continue;
      this.#keys.delete(id);
      const content = this.#readRow(key);
      if (content) return content;
    }
    return undefined;
  }

  /** Puts what no prompt took on the message that it names; the others are returned. */
  attachRest(messages: readonly Message[]): JsonObject[] {
    if (this.#keys.size === 0) return [];
    const byId = new Map<string, Message>();
    for (const message of messages) {
      byId.set(message.id, message);
      const requestId = textOf(message.native?.requestId);
      if (requestId !== undefined && !byId.has(requestId)) byId.set(requestId, message);
    }
    const rest: JsonObject[] = [];
    for (const id of this.#keys.keys()) {
      const content = this.take(id);
      if (!content) continue;
      const message = byId.get(id);
      if (message && !objectOf(message.native?.requestContext))
        message.native = { ...message.native, requestContext: content };
      else rest.push({ id, ...content });
    }
    return rest;
  }
}

/**
 * The context that Cursor sent with a prompt, from a row `messageRequestContext:ID:…`, under
 * Cursor's names and without what is empty: rules, state of the repository, terminals, todos,
 * errors of linters, folders whose layout was sent (only their root). Undefined when nothing is
 * left, as in most rows.
 */
function requestContext(row: JsonObject): JsonObject | undefined {
  const fields = fieldsOf(row);
  fields.text("bubbleId");
  const projectLayouts = fields.made(layoutsOf, "projectLayouts");
  return filled({ ...leftOf(fields), ...present({ projectLayouts }) });
}

function layoutsOf(layouts: Json): Json[] | undefined {
  return nonEmpty(eachOf(layouts, layoutOf) ?? []);
}

/** The root of a layout, an object or JSON in a string, now and then inside `listDirV2Result`; with what else it says but for what lies there. */
function layoutOf(layout: Json): Json | undefined {
  const fields = fieldsOf(jsonObjectOf(layout) ?? {});
  const tree =
    fields.object("listDirV2Result")?.json("directoryTreeRoot") ?? fields.json("directoryTreeRoot");
  const root = fields.text("rootPath", "absPath") ?? textOf(objectOf(tree)?.absPath);
  for (const name of ["name", "content"]) fields.text(name);
  const left = leftOf(fields);
  return left && root !== undefined ? { root, ...left } : root;
}

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

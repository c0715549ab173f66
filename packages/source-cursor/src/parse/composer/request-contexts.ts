import { type Json, type JsonObject, type Message, nonEmpty } from "@chatexport/core";
import { listOf, objectOf, type TallyCounter, textOf } from "@chatexport/core/read";
import type { KeyValues } from "@chatexport/sqlite";
import type { ReadContext } from "../../locate/contexts.js";
import { readRow } from "../../rows/read-rows.js";
import { jsonObjectOf } from "../../values/json-text.js";

/** The rows `messageRequestContext:ID:…` of a composer, read as their prompts are. */
export class RequestContexts {
  readonly #rows: KeyValues | undefined;
  readonly #keys = new Map<string, string>();
  readonly #tally: TallyCounter;
  readonly #context: ReadContext;

  constructor(
    rows: KeyValues | undefined,
    composerId: string,
    tally: TallyCounter,
    context: ReadContext,
  ) {
    this.#rows = rows;
    this.#tally = tally;
    this.#context = context;
    const prefix = `messageRequestContext:${composerId}:`;
    for (const { key } of rows?.keys(prefix) ?? []) {
      tally.read();
      this.#keys.set(key.slice(prefix.length), key);
    }
  }

  /** What was sent with a prompt, by the id of its bubble; some versions used that of the request. */
  take(...ids: (string | undefined)[]): JsonObject | undefined {
    for (const id of ids) {
      const key = id === undefined ? undefined : this.#keys.get(id);
      if (id === undefined || key === undefined) continue;
      this.#keys.delete(id);
      const content = this.#read(key);
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
    for (const [id, key] of this.#keys) {
      const content = this.#read(key);
      if (!content) continue;
      const message = byId.get(id);
      if (message && !objectOf(message.native?.requestContext))
        message.native = { ...message.native, requestContext: content };
      else rest.push({ id, ...content });
    }
    this.#keys.clear();
    return rest;
  }

  #read(key: string): JsonObject | undefined {
    const row = this.#rows && readRow(this.#rows, key, this.#tally, this.#context);
    if (!row) return undefined;
    const content = requestContext(row);
    if (content) this.#tally.keep();
    else this.#tally.skip("empty");
    return content;
  }
}

/**
 * What Cursor sent with a prompt, from a row `messageRequestContext:ID:…`, under Cursor's names and
 * without what is empty: rules, state of the repository, terminals, todos, errors of linters, folders
 * whose layout was sent (only their root). Undefined when nothing is left, as in most rows.
 */
function requestContext(row: JsonObject): JsonObject | undefined {
  const result: JsonObject = {};
  for (const field of fields) {
    const value = row[field];
    if (isFilled(value)) result[field] = value;
  }
  const layouts = nonEmpty((listOf(row.projectLayouts) ?? []).flatMap((layout) => rootOf(layout)));
  if (layouts) result.projectLayouts = layouts;
  return Object.keys(result).length > 0 ? result : undefined;
}

const fields = [
  "cursorRules",
  "gitStatusRaw",
  "terminalFiles",
  "todos",
  "multiFileLinterErrors",
  "knowledgeItems",
  "summarizedComposers",
  "attachedFoldersListDirResults",
] as const;

function isFilled(value: Json | undefined): value is Json {
  if (value === undefined || value === null || value === "") return false;
  return listOf(value)?.length !== 0 && !isEmptyObject(value);
}

function isEmptyObject(value: Json): boolean {
  const object = objectOf(value);
  return object !== undefined && Object.keys(object).length === 0;
}

/** A layout is an object or JSON in a string, now and then inside `listDirV2Result`. */
function rootOf(layout: Json): string[] {
  const object = jsonObjectOf(layout);
  const tree =
    objectOf(objectOf(object?.listDirV2Result)?.directoryTreeRoot) ??
    objectOf(object?.directoryTreeRoot);
  const root = textOf(object?.rootPath) ?? textOf(object?.absPath) ?? textOf(tree?.absPath);
  return root === undefined ? [] : [root];
}

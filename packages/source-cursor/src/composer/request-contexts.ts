import type { JsonObject, Message } from "@chatexport/core";
import type { TallyCounter } from "@chatexport/core/read";
import { objectOf, textOf } from "@chatexport/core/read";
import type { KeyValues } from "@chatexport/sqlite";
import type { ReadContext } from "../read-context.js";
import { requestContext } from "./request-context.js";
import { readRow } from "./rows.js";

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
  placeRest(messages: readonly Message[]): JsonObject[] {
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

import type { CopiedFrom, JsonObject } from "@chatexport/core";
import { objectOf, textOf } from "@chatexport/core/read";

/**
 * The origins of the records that a fork has copied. The SDK gives them new uuids and names the old ones in
 * `forkedFrom`; `/branch` does the same, but keeps the uuids; `--fork-session` writes nothing besides
 * (2.1.330). Answers name in all of them the session in which the model gave them, which can be older than
 * the one that was forked, and the records before them belong to the same one.
 */
export class CopiedRecords {
  readonly #origins = new Map<JsonObject, string>();
  /** Since the last response that was made in another session. */
  #run: JsonObject[] = [];

  /** Takes a record; they must come in the order of the file. */
  add(record: JsonObject): void {
    this.#run.push(record);
    const { requestSessionId, sessionId } = record;
    const origin = requestSessionId === sessionId ? undefined : textOf(requestSessionId);
    if (origin === undefined) return;
    for (const each of this.#run) this.#origins.set(each, origin);
    this.#run = [];
  }

  /** The place from which a record was copied, once all are added. */
  originOf(record: JsonObject): CopiedFrom | undefined {
    const uuid = textOf(record.uuid);
    const forkedFrom = objectOf(record.forkedFrom);
    const messageId = textOf(forkedFrom?.messageUuid) ?? uuid;
    const origin = messageId === uuid ? this.#origins.get(record) : undefined;
    const sessionId = origin ?? textOf(forkedFrom?.sessionId);
    return uuid && messageId && sessionId ? { sessionId, messageId } : undefined;
  }
}

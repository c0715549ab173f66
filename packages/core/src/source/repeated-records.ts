import { isDeepStrictEqual } from "node:util";
import type { JsonObject } from "../json.js";
import type { StoredRecord } from "./record.js";

/**
 * Marks each record that its tool wrote twice, as a client does that was stopped while it wrote: it follows the first
 * one, every field is the same, and it has an id of its own. One without an id has the same time, if it has any, which
 * no other record has: what a tool copies from another session all has the time of the copying, and a prompt that a
 * person gave twice is twice in it.
 */
export class RepeatedRecords {
  #last: { record: Partial<StoredRecord>; raw: JsonObject } | undefined;
  #timeBefore: string | undefined;

  /** Marks the next record of a file if it repeats the one before it. */
  mark(record: Partial<StoredRecord>, raw: JsonObject): void {
    const last = this.#last;
    if (last && this.#isCopy(record, last.record) && isDeepStrictEqual(raw, last.raw)) {
      record.isRepeated = true;
      return;
    }
    this.#timeBefore = last?.record.createdAt;
    this.#last = { record, raw };
  }

  // An id that a reader makes of the place differs.
  #isCopy({ id, createdAt }: Partial<StoredRecord>, last: Partial<StoredRecord>): boolean {
    if (id !== undefined) return id === last.id;
    const isAlone = createdAt === undefined || createdAt !== this.#timeBefore;
    return isAlone && createdAt === last.createdAt;
  }
}

import type { JsonObject } from "../json.js";
import type { Part, UnknownPart } from "../model.js";

/** The number of unknown records of a session that have messages of their own; no real session comes near. */
const most = 10_000;

/** The number of further ones that share a message. */
const shared = 1000;

/**
 * Keeps the unknown records of a session, a flood of them in little memory: then consecutive ones
 * share a message, in which the records of a type are a list.
 */
export class UnknownFlood {
  #count = 0;
  /** Of the last message that is shared, with the lists in them by type. */
  #parts: UnknownPart[] = [];
  readonly #lists = new Map<string, JsonObject[]>();

  /** The parts of a message for a record; undefined when `last`, those of the message before, have taken it. */
  add(
    recordType: string,
    native: JsonObject,
    last: readonly Part[] | undefined,
  ): UnknownPart[] | undefined {
    if (this.#count++ < most) return [{ type: "unknown", recordType, native }];
    const isOpen = last === this.#parts && this.#count % shared !== 0;
    if (!isOpen) {
      this.#parts = [];
      this.#lists.clear();
    }
    const list = this.#lists.get(recordType);
    if (list) {
      list.push(native);
      return undefined;
    }
    const begun = [native];
    this.#lists.set(recordType, begun);
    this.#parts.push({ type: "unknown", recordType, native: begun });
    return isOpen ? undefined : this.#parts;
  }
}

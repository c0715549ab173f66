import type { JsonObject } from "@chatexport/core";
import { listOf, objectOf, textOf } from "@chatexport/core/read";

/**
 * The messages that a compaction kept as they are (2.1.112 and later). They are not written again, so
 * what follows the compaction can name one that stands before it: this is no way back to it.
 */
export class KeptTail<Place> {
  #uuids: ReadonlySet<string> = new Set();
  /** The boundary, or what was written after it. */
  #end: Place | undefined;

  /** Where a record that names a kept message goes on. */
  get(uuid: string): Place | undefined {
    return this.#end !== undefined && this.#uuids.has(uuid) ? this.#end : undefined;
  }

  /** Whether a boundary sums up one part of the conversation, so that its link names the other. */
  isPartial(record: JsonObject): boolean {
    return isBoundary(record) && textOf(objectOf(record.compactMetadata)?.direction) !== undefined;
  }

  /** Takes note of a record and its place; the first turn ends what a boundary began. */
  follow(record: JsonObject, place: Place, isTurn: boolean): void {
    if (isBoundary(record)) {
      this.#uuids = keptUuids(objectOf(record.compactMetadata));
      this.#end = place;
    } else if (isTurn) this.#end = undefined;
    else if (this.#end !== undefined) this.#end = place;
  }
}

function isBoundary({ type, subtype }: JsonObject): boolean {
  return type === "system" && subtype === "compact_boundary";
}

/** What comes next hangs on the last message that was kept; naming an earlier one is a rewind. */
function keptUuids(metadata: JsonObject | undefined): ReadonlySet<string> {
  const messages = objectOf(metadata?.preservedMessages);
  const ends = [
    objectOf(metadata?.preservedSegment)?.tailUuid,
    listOf(messages?.uuids)?.at(-1),
    listOf(messages?.allUuids)?.at(-1),
  ];
  return new Set(ends.flatMap((uuid) => textOf(uuid) ?? []));
}

import type { Json, JsonObject } from "@chatexport/core";
import { listOf, textOf } from "@chatexport/core/read";
import type { Entry } from "../records/records.js";

/*
 * Since 2.1.2xx the tool takes answers back: when a model refused in the middle of one and another
 * model answered instead, and when one answer supersedes another.
 */

/** Whether a record takes others back. */
export function retracts(record: JsonObject): boolean {
  return retractedBy(record) !== undefined;
}

/** The uuids of all records that were taken back. The prompt that was refused stays. */
export function retractedUuids(entries: readonly Entry[]): ReadonlySet<string> {
  const uuids = new Set<string>();
  for (const { record } of entries) {
    const retracted = retractedBy(record);
    if (!retracted) continue;
    for (const item of retracted) {
      const uuid = textOf(item);
      // A record that takes itself back would only be hidden.
      if (uuid && uuid !== record.refusedUserMessageUuid && uuid !== record.uuid) uuids.add(uuid);
    }
  }
  return uuids;
}

function retractedBy(record: JsonObject): Json[] | undefined {
  if (record.type === "assistant") return listOf(record.supersedesUuids);
  return record.type === "system" ? listOf(record.retractedMessageUuids) : undefined;
}

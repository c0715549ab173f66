import type { Json, JsonObject } from "@chatexport/core";
import { fieldsWhere, nameSet, wordOf } from "@chatexport/core/read";
import { conversationTypes, type Entry } from "./records.js";

/*
 * What a record holds beyond the fields that the model has. What is the same on each record stands
 * once on the session; only what differs stands on the message.
 */

/** Fields that most records repeat. */
const repeated = nameSet(
  "version entrypoint userType sessionKind slug agentId teamName agentName agentColor",
);

/** Fields that the model has in other words, or that only serve the file. */
const consumed: ReadonlySet<string> = nameSet(
  "type subtype uuid parentUuid logicalParentUuid isSidechain sessionId session_id timestamp",
  "cwd gitBranch message toolUseResult toolDenialKind sourceToolAssistantUUID permissionMode",
  "isMeta isCompactSummary isVisibleInTranscriptOnly compactMetadata forkedFrom costUSD",
  "content level attachment isApiErrorMessage",
);

/** The fields that records repeat, as they are on the first record that has them. */
export function repeatedFields(entries: readonly Entry[]): JsonObject {
  const fields: JsonObject = {};
  const missing = new Set(repeated);
  for (const { record } of entries) {
    // Journals and notes name other sub-agents than the one that the transcript is of.
    if (!conversationTypes.has(wordOf(record.type))) continue;
    for (const name of missing) {
      const value = record[name];
      if (value === undefined) continue;
      fields[name] = value;
      missing.delete(name);
    }
  }
  return fields;
}

/** The fields of a record that have no place in the model and differ from the session's. */
export function ownFields(record: JsonObject, session: JsonObject): JsonObject | undefined {
  const isOwn = (value: Json, name: string) =>
    value !== null && value !== session[name] && !consumed.has(name);
  return fieldsWhere(record, isOwn);
}

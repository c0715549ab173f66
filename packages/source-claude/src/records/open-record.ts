import type { JsonObject } from "@chatexport/core";
import { textOf, wordOf } from "@chatexport/core/read";
import { Fields } from "@chatexport/core/source";
import { named, repeated } from "./named-fields.js";
import { conversationTypes, type Entry } from "./records.js";

/** A record of the conversation whose fields are taken one by one. */
export interface OpenRecord {
  fields: Fields;
  /** The message in it; without fields when there is none. */
  message: Fields;
  /** The fields of its blocks that nobody takes and that are unknown. */
  blockNames: string[];
}

/** Opens a record: what says which one it is, and what its session says for all records, is taken. */
export function openRecord(record: JsonObject, said: JsonObject): OpenRecord {
  const fields = new Fields(record, named);
  fields.text("type");
  fields.text("uuid");
  fields.time("timestamp");
  fields.flag("isSidechain");
  const forkedFrom = fields.object("forkedFrom");
  forkedFrom?.text("sessionId");
  forkedFrom?.text("messageUuid");
  for (const name in said) if (record[name] === said[name]) fields.json(name);
  const message = fields.object("message") ?? noFields;
  message.word(["user", "assistant"], "role");
  message.word(["message"], "type");
  return { fields, message, blockNames: [] };
}

const noFields = new Fields({}, named);

/** The texts that records repeat, as they are on the first record that has them. */
export function repeatedFields(entries: readonly Entry[]): Record<string, string> {
  const fields: Record<string, string> = {};
  const missing = new Set(["version", "gitBranch", ...repeated]);
  for (const { record } of entries) {
    // Journals and notes name other sub-agents than the one that the transcript is of.
    if (!conversationTypes.has(wordOf(record.type))) continue;
    for (const name of missing) {
      const value = textOf(record[name]);
      if (value === undefined) continue;
      fields[name] = value;
      missing.delete(name);
    }
  }
  return fields;
}

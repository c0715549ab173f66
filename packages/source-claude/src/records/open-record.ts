import type { JsonObject } from "@chatexport/core";
import { wordsOf } from "@chatexport/core/read";
import { Fields } from "@chatexport/core/source";
import { named } from "./named-fields.js";

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
  for (const name of idNames) fields.text(name);
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

// The order of the messages says where the last three lead.
const idNames = wordsOf("type uuid sessionId parentUuid logicalParentUuid sourceToolAssistantUUID");

const noFields = new Fields({}, named);

import type { JsonObject } from "@chatexport/core";
import { nameSet, type TallyCounter } from "@chatexport/core/read";
import {
  addNative,
  droppedFields,
  Fields,
  type Holder,
  keepRest,
  type NamedFields,
} from "@chatexport/core/source";
import { secret } from "../fields.js";

/** The fields of the agent's records that are in no session, with the reason. */
export const dropped = droppedFields({
  "the messages tell": { numbers: "hasConversation" },
  "of the file; contents change without it": { numbers: "schemaVersion" },
});

/** Fields that the model has no place for. */
const kept = nameSet(
  // Of a conversation.
  "agentId approvalMode createdAtMs lastUsedModel mode",
  // Of a message and its parts.
  "experimental_content id metadata model modelName name providerOptions requestId result timestamp",
  // The options of a provider, which are the provider's own.
  "anthropic azure bedrock cursor deepseek fireworks google groq mistral openai openrouter vertex xai",
);

const named: NamedFields = { dropped, kept, secret };

/** The fields of an object of the agent's. */
export function fieldsOf(object: JsonObject): Fields {
  return new Fields(object, named);
}

/** Cursor's notes on a message or on a part of one. */
export function cursorOptions(fields: Fields): Fields | undefined {
  return fields.object("providerOptions")?.object("cursor");
}

/** Keeps what nobody has taken of a message or a part, beside it what Cursor noted, and tells unknown names once. */
export function keepLeft(
  holder: Holder,
  fields: Fields,
  place: "message" | "part" | "chat",
  tally: TallyCounter,
): void {
  addNative(holder, cursorOptions(fields)?.rest());
  keepRest(holder, fields, place, tally);
  fields.unknown.length = 0;
}

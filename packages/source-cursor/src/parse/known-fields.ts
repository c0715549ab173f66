import type { Json, JsonObject } from "@chatexport/core";
import { nameSet, objectOf, type TallyCounter } from "@chatexport/core/read";
import { isFilled } from "../values/json-text.js";

/*
 * What becomes of each field of Cursor's records. Whatever is neither read, dropped nor secret is kept as it
 * is in `native`; what is not in these tables at all is told as unknown besides.
 */

/** The names of the fields in one kind of object. */
export interface KnownFields {
  /** The model has them in other words. */
  read?: ReadonlySet<string>;
  /** They are kept as they are. */
  kept?: ReadonlySet<string>;
  /** They are in no session, with the reason. */
  dropped?: Readonly<Record<string, string>>;
}

/** The fields of a message of the agent. */
export const messageFields: KnownFields = {
  read: nameSet("role content text tool_calls tool_call_id toolCallId name id model"),
  kept: nameSet("providerOptions message metadata timestamp"),
};

/** The fields of its parts, of every type. */
export const partFields: KnownFields = {
  read: nameSet(
    "type text thinking reasoning signature data toolCallId id callId tool_use_id tool_call_id toolName",
    "name tool_name args input arguments parameters output result content experimental_content isError",
    "is_error highLevelToolCallResult image image_url url source path filename mediaType mimeType value",
  ),
  kept: nameSet("providerOptions"),
};

/** The fields of what `meta` of a `store.db` says of a conversation. */
export const chatFields: KnownFields = {
  read: nameSet(
    "agentId name createdAt mode latestRootBlobId lastUsedModel approvalMode subagentInfo",
  ),
};

/** The fields of what Cursor notes on a message or a part. */
export const optionFields: KnownFields = {
  read: nameSet("modelName highLevelToolCallResult isSummary loopReminder"),
  kept: nameSet("requestId"),
};

/** Fields that hold keys and tokens, such as `blobEncryptionKey` and `speculativeSummarizationEncryptionKey`. */
const secret = /encryptionkey|apikey|accesstoken|refreshtoken|password|credential|secret/i;

/** What an object holds that the model has in no field, without what is secret, empty, zero or false. */
export function unread(
  object: JsonObject,
  { read, dropped = {} }: KnownFields = {},
): JsonObject | undefined {
  const left = Object.entries(object).filter(
    ([name, value]) => isFilled(value) && !read?.has(name) && !Object.hasOwn(dropped, name),
  );
  const kept = objectOf(withoutSecrets(Object.fromEntries(left)));
  return kept && Object.keys(kept).length > 0 ? kept : undefined;
}

/** Counts the fields of an object that are in no table. */
export function countUnknownFields(
  object: JsonObject,
  place: string,
  { read, kept, dropped = {} }: KnownFields,
  tally: TallyCounter,
): void {
  for (const [name, value] of Object.entries(object))
    if (isFilled(value) && !read?.has(name) && !kept?.has(name) && !Object.hasOwn(dropped, name))
      if (!secret.test(name)) tally.unknownField(`${place}-key`, name);
}

// Nothing of Cursor's is nested deeper; there, no secret could be found without the stack ending.
const deepest = 500;

function withoutSecrets(value: Json, depth = 0): Json {
  if (typeof value !== "object" || value === null) return value;
  if (depth > deepest) return `(nested deeper than ${deepest} levels)`;
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1));
  const fields = Object.entries(value).filter(([name]) => !secret.test(name));
  return Object.fromEntries(
    fields.map(([name, field]) => [name, withoutSecrets(field, depth + 1)]),
  );
}

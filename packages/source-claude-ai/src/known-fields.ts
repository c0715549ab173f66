import type { Json, JsonObject } from "@chatexport/core";
import { fieldsWhere, listOf, nameSet, objectsOf, type TallyCounter } from "@chatexport/core/read";

/*
 * What becomes of each field of an export, as seen from 2024 to 2026. Whatever is neither read nor
 * dropped is kept as it is in `native`; what is not in these tables at all is told as unknown besides.
 */

/** The names of the fields in one kind of object. */
export interface KnownFields {
  /** The model has them in other words, or they repeat what is read. */
  read: ReadonlySet<string>;
  /** They are kept as they are. */
  kept?: ReadonlySet<string>;
}

/** The fields that are in no session, with the reason. */
export const dropped: Readonly<Record<string, string>> = {
  account: "names the account",
  creator: "names the account",
  start_timestamp: "of a block; the message has its time",
  stop_timestamp: "of a block; the message has its time",
  icon_name: "how the website looks",
  integration_icon_url: "how the website looks",
  approval_options: "how the website looks",
  approval_key: "how the website looks",
  approval_key_legacy: "how the website looks",
};

/** The fields of a conversation. */
export const conversationFields: KnownFields = {
  read: nameSet("uuid name created_at updated_at chat_messages"),
  kept: nameSet("summary model project project_uuid settings is_starred current_leaf_message_uuid"),
};

/** The fields of a message. */
export const messageFields: KnownFields = {
  read: nameSet(
    "uuid parent_message_uuid index sender text content created_at attachments files stop_reason",
    "image_count file_count",
  ),
  kept: nameSet("updated_at truncated sync_sources files_v2 metadata"),
};

/** The fields of a block that is no call and no result. */
export const blockFields: KnownFields = {
  read: nameSet("type text thinking signature data citations"),
  kept: nameSet("flags summaries cut_off truncated alternative_display_type remaining"),
};

/** The fields of a call. */
export const callFields: KnownFields = {
  read: nameSet("type id name input message"),
  kept: nameSet(
    "flags context display_content integration_name mcp_server_url is_mcp_app partial_json",
  ),
};

/** The fields of a result, which repeats whose tool it is of. */
export const resultFields: KnownFields = {
  read: nameSet(
    "type id name tool_use_id content is_error structured_content integration_name mcp_server_url",
  ),
  kept: nameSet("flags context display_content message meta is_mcp_app"),
};

/** The fields of an upload. */
export const uploadFields: KnownFields = {
  read: nameSet("file_name extracted_content"),
  kept: nameSet("id file_uuid file_size file_type file_kind created_at preview_url thumbnail_url"),
};

/** The fields of a project. */
export const projectFields: KnownFields = {
  read: nameSet("uuid name description prompt_template docs created_at updated_at"),
  kept: nameSet("is_private is_starter_project"),
};

/** The fields of what claude.ai remembers. */
export const memoryFields: KnownFields = {
  read: nameSet("account_uuid conversations_memory project_memories"),
};

/** The fields that the model has no place for, but for those that say nothing; undefined when there are none. */
export function unread(object: JsonObject, { read }: KnownFields): JsonObject | undefined {
  return fieldsWhere(
    object,
    (value, name) => !read.has(name) && !Object.hasOwn(dropped, name) && saysSomething(value),
  );
}

/** Counts the fields of an object that are not in its table. */
export function countUnknown(
  object: JsonObject,
  place: string,
  known: KnownFields,
  tally: TallyCounter,
): void {
  for (const name of Object.keys(unread(object, known) ?? {}))
    if (!known.kept?.has(name)) tally.unknownField(`${place}-key`, name);
}

/** Counts the fields of a conversation, and of the messages in it, that are in no table. */
export function countUnknownFields(
  conversation: JsonObject,
  messages: readonly JsonObject[],
  tally: TallyCounter,
): void {
  const count = (object: JsonObject, place: string, known: KnownFields) =>
    countUnknown(object, place, known, tally);
  count(conversation, "conversation", conversationFields);
  for (const message of messages) {
    count(message, "message", messageFields);
    for (const block of objectsOf(message.content)) {
      if (block.type === "tool_use") count(block, "call", callFields);
      else if (block.type === "tool_result") count(block, "result", resultFields);
      else if (isKnownBlock.has(block.type)) count(block, "block", blockFields);
    }
    for (const list of [message.attachments, message.files])
      for (const upload of objectsOf(list)) count(upload, "upload", uploadFields);
  }
}

/** A block of another type is kept whole. */
const isKnownBlock = new Set<unknown>(["text", "thinking", "redacted_thinking", "token_budget"]);

function saysSomething(value: Json): boolean {
  return value !== null && value !== false && value !== "" && listOf(value)?.length !== 0;
}

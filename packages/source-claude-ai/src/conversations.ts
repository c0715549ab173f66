import type { ExportHead, ExportParts } from "@chatexport/account-exports";
import { type JsonObject, present } from "@chatexport/core";
import {
  listOf,
  objectOf,
  objectsOf,
  promptTitle,
  stringOf,
  textOf,
  utcTime,
} from "@chatexport/core/read";

/** The on-disk shape of an account's export. */
export const format = "claude-ai/export";

/** The traits of claude.ai's exports. */
export const parts: ExportParts = {
  name: "claude-ai",
  format,
  vendor: "claude.ai",
  isList: (name) => name === "conversations.json",
  isFolder: (name) => name.startsWith("data-"),
  ownNames: ["chat_messages", "uuid"],
  // One whose messages are of another kind than ever seen is kept as it is.
  idOf: (data) => (data.chat_messages === undefined ? undefined : textOf(data.uuid)),
  headOf,
  isEmpty: (data) =>
    listOf(data.chat_messages) !== undefined &&
    !messagesOf(data).some((message) => hasContent(objectOf(message) ?? {})),
};

/** The messages of a conversation, not checked yet. */
export function messagesOf({ chat_messages }: JsonObject): readonly unknown[] {
  return listOf(chat_messages) ?? [];
}

/** The place of a conversation in the list, or of a message in it, as a JSON pointer (RFC 6901). */
export function pointer(index: number, message?: number): string {
  return message === undefined ? `/${index}` : `/${index}/chat_messages/${message}`;
}

/** Title and times of a conversation. It has a name unless it is very short. */
export function headOf(data: JsonObject): ExportHead {
  const name = textOf(stringOf(data.name)?.trim());
  const title = name ?? promptTitle(promptsIn(messagesOf(data)));
  const titleFrom = name === undefined ? "first-message" : "generated";
  return present({
    title,
    titleFrom: title === undefined ? undefined : titleFrom,
    startedAt: utcTime(data.created_at),
    updatedAt: utcTime(data.updated_at),
  });
}

/** True when a message holds anything that can be shown. */
export function hasContent(message: JsonObject): boolean {
  const lists = [message.content, message.attachments, message.files];
  const items = lists.flatMap((list) => listOf(list) ?? []);
  return [...textsOf(message), ...items.map((item) => objectOf(item)?.text)].some(
    (text) => text !== "",
  );
}

function* promptsIn(messages: readonly unknown[]): Generator<string> {
  for (const message of messages.map(objectOf))
    if (message?.sender === "human") yield* textsOf(message);
}

/** The texts of a message; `text` holds them a second time, but not always whole. */
function textsOf({ content, text }: JsonObject): string[] {
  const texts = objectsOf(content).flatMap((block) =>
    block.type === "text" ? (textOf(block.text) ?? []) : [],
  );
  return texts.length > 0 ? texts : [stringOf(text) ?? ""];
}

import {
  defined,
  type FilePart,
  type Json,
  type JsonObject,
  type Message,
  type Part,
  present,
} from "@chatexport/core";
import {
  citationsOf,
  listOf,
  objectOf,
  objectsOf,
  stringOf,
  type TallyCounter,
  textOf,
  uniqueId,
  unknownBlock,
  utcTime,
} from "@chatexport/core/read";
import type { Entry } from "./branches.js";
import { pointer } from "./conversations.js";
import { blockFields, messageFields, unread, uploadFields } from "./known-fields.js";
import { type Pairs, toolCall } from "./tool-calls.js";
import type { ArtifactTitles } from "./tool-details.js";
import { missingFile, toolResult } from "./tool-results.js";

/** What the lines of a conversation share while their messages are built. */
export interface MessageContext {
  /** Index of the conversation in the list. */
  conversation: number;
  pairs: Pairs;
  titles: ArtifactTitles;
  tally: TallyCounter;
  /** Ids of messages. */
  ids: Set<string>;
  /** The message of each entry, or the one before it when it has none of its own. */
  written: Map<Entry, Message | undefined>;
  /** The first message of an unknown sender, by sender. */
  unknown: Map<string, Entry>;
}

/** The messages of one line; `from` is the entry of another line that the first one follows. */
export function lineMessages(
  entries: readonly Entry[],
  from: Entry | undefined,
  context: MessageContext,
): Message[] {
  const messages: Message[] = [];
  let previous = from && context.written.get(from);
  for (const entry of entries) {
    const message = messageOf(entry, previous, context);
    if (message) messages.push(message);
    previous = message ?? previous;
    context.written.set(entry, previous);
  }
  return messages;
}

function messageOf(
  entry: Entry,
  previous: Message | undefined,
  context: MessageContext,
): Message | undefined {
  const { index, message } = entry;
  const { tally, unknown, pairs } = context;
  const id = uniqueId(textOf(message.uuid) ?? `message-${index}`, index, context.ids);
  const role = roles.get(message.sender);
  const sender = textOf(message.sender) ?? "(none)";
  const content = listOf(message.content) ?? [];
  const parts: Part[] = role
    ? [...contentParts(message, id, context), ...uploads(message)]
    : [{ type: "unknown", recordType: `sender/${sender}`, native: message }];
  if (!role) {
    tally.unknown(`sender/${sender}`);
    if (!unknown.has(sender)) unknown.set(sender, entry);
  } else if (parts.length > 0 || content.some((block) => isShown(block, pairs))) tally.keep();
  else tally.skip("empty");
  if (parts.length === 0) return undefined;
  return present({
    id,
    parentId: previous?.id,
    role: role ?? "system",
    createdAt: utcTime(message.created_at),
    parts,
    stopReason: textOf(message.stop_reason),
    origin: { at: pointer(context.conversation, index) },
    native: role && nativeOf(message, content),
  });
}

const roles = new Map<unknown, "user" | "assistant">([
  ["human", "user"],
  ["assistant", "assistant"],
]);

/** `text` repeats the content in words of its own, so it counts only where there is no content. */
function contentParts({ content, text }: JsonObject, id: string, context: MessageContext): Part[] {
  const { pairs } = context;
  const blocks = typeof content === "string" ? [content] : (listOf(content) ?? []);
  const parts = blocks.flatMap((block, index) => blockParts(block, `${id}/${index}`, context));
  return parts.length > 0 || blocks.some((block) => isShown(block, pairs)) ? parts : words(text);
}

function blockParts(item: Json, fallbackId: string, { pairs, titles }: MessageContext): Part[] {
  if (typeof item === "string") return words(item);
  const block = objectOf(item);
  switch (block?.type) {
    case "text":
      return words(block.text, block);
    case "thinking":
      return [
        present({
          type: "reasoning",
          text: textOf(block.thinking),
          signature: textOf(block.signature),
          native: unread(block, blockFields),
        }),
      ];
    case "redacted_thinking":
      return [
        present({
          type: "reasoning",
          redacted: true,
          encrypted: textOf(block.data),
          native: unread(block, blockFields),
        }),
      ];
    case "tool_use":
      return [toolCall(block, pairs.results.get(block), fallbackId, titles)];
    case "tool_result": {
      const toolCallId = stringOf(block.tool_use_id) ?? "";
      const result = toolResult(block);
      return pairs.shown.has(block) ? [] : [{ type: "tool-result", toolCallId, result }];
    }
    case "token_budget":
      // A mark of when the service counted tokens, mostly without the count.
      return [];
    default:
      return [unknownBlock(item)];
  }
}

function isShown(item: Json, { shown }: Pairs): boolean {
  const block = objectOf(item);
  return block !== undefined && shown.has(block);
}

function words(text: Json | undefined, block: JsonObject = {}): Part[] {
  if (typeof text !== "string" || text === "") return [];
  const native = unread(block, blockFields);
  return [present({ type: "text", text, citations: citationsOf(block), native })];
}

function nativeOf(message: JsonObject, content: readonly Json[]): JsonObject | undefined {
  const { updated_at, ...own } = unread(message, messageFields) ?? {};
  const budgets = objectsOf(content).flatMap((block) =>
    block.type === "token_budget" ? (unread(block, blockFields) ?? []) : [],
  );
  const native: JsonObject = {
    ...own,
    ...(updated_at !== undefined && updated_at !== message.created_at && { updated_at }),
    ...(budgets.length > 0 && { token_budget: budgets }),
  };
  return Object.keys(native).length > 0 ? native : undefined;
}

/** What was uploaded with a message: `attachments` with the text in them, `files` by name. */
function uploads({ attachments, files }: JsonObject): FilePart[] {
  return [...objectsOf(attachments).map(attachment), ...objectsOf(files).map(file)];
}

function attachment(attached: JsonObject): FilePart {
  const { file_type, ...rest } = attached;
  const { file_name, extracted_content } = rest;
  const type = textOf(file_type);
  const named = defined({
    name: textOf(file_name),
    // Some exports hold a file extension in its place.
    mediaType: type?.includes("/") ? type : undefined,
    native: unread(type?.includes("/") ? rest : attached, uploadFields),
  });
  const text = textOf(extracted_content);
  return text === undefined
    ? missingFile({ ...named, from: "upload" })
    : { type: "file", ...named, from: "upload", text };
}

function file(attached: JsonObject): FilePart {
  const native = unread(attached, uploadFields);
  return missingFile({
    ...defined({ name: textOf(attached.file_name), native }),
    from: "upload",
  });
}

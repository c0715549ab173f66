import {
  type Citation,
  type FilePart,
  type Json,
  type JsonObject,
  type Message,
  nonEmpty,
  type Part,
  present,
  type ReasoningPart,
  type TextPart,
} from "@chatexport/core";
import {
  listOf,
  objectOf,
  type TallyCounter,
  textOf,
  uniqueId,
  unknownBlock,
} from "@chatexport/core/read";
import { addNative, type Fields, type Holder, keepRest } from "@chatexport/core/source";
import type { Entry } from "./branches.js";
import { pointer } from "./conversations.js";
import { fieldsOf } from "./fields.js";
import { type Pairs, toolCall } from "./tool-calls.js";
import type { ArtifactTitles } from "./tool-details.js";
import { missingFile, toolResult } from "./tool-results.js";

/** The state that the lines of a conversation share while their messages are built. */
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
  /** The fields that no message keeps. */
  rest: Holder;
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
  const fields = fieldsOf(message);
  const id = uniqueId(fields.text("uuid") ?? `message-${index}`, index, context.ids);
  const sender = fields.text("sender") ?? "(none)";
  const role = roles.get(sender);
  const budgets: JsonObject[] = [];
  const blocks = blocksOf(fields);
  const isAnyShown = blocks.some((block) => isShown(block, pairs));
  const parts: Part[] = role
    ? [...contentParts(blocks, isAnyShown, fields, id, budgets, context), ...uploads(fields)]
    : [{ type: "unknown", recordType: `sender/${sender}`, native: message }];
  if (!role) {
    tally.unknown(`sender/${sender}`);
    if (!unknown.has(sender)) unknown.set(sender, entry);
  } else if (parts.length > 0 || isAnyShown) tally.keep();
  else tally.skip("empty");
  const told = present<Message>({
    id,
    parentId: previous?.id,
    role: role ?? "system",
    createdAt: fields.time("created_at"),
    parts,
    stopReason: fields.text("stop_reason"),
    origin: { at: pointer(context.conversation, index) },
  });
  // The lines of the conversation tell.
  fields.text("parent_message_uuid");
  fields.fitting("updated_at", (time) => time === message.created_at);
  // What is said of a message without parts, as one with results alone, stands with the one before it.
  const holder = parts.length > 0 ? told : (previous ?? context.rest);
  if (role) keepRest(holder, fields, "message", tally);
  if (budgets.length > 0) addNative(holder, { token_budget: budgets });
  return parts.length > 0 ? told : undefined;
}

const roles = new Map<string, "user" | "assistant">([
  ["human", "user"],
  ["assistant", "assistant"],
]);

/** The blocks of a message, which may be a text. */
function blocksOf(fields: Fields): readonly Json[] {
  const content = fields.fitting(
    "content",
    (value) => typeof value === "string" || !!listOf(value),
  );
  return listOf(content) ?? (content === undefined ? [] : [content]);
}

/** `text` repeats the content in words of its own, so it counts only where there is no content. */
function contentParts(
  blocks: readonly Json[],
  isAnyShown: boolean,
  fields: Fields,
  id: string,
  budgets: JsonObject[],
  context: MessageContext,
): Part[] {
  const parts = blocks.flatMap((block, index) =>
    blockParts(block, `${id}/${index}`, budgets, context),
  );
  const text = fields.text("text");
  return parts.length > 0 || isAnyShown || text === undefined ? parts : [{ type: "text", text }];
}

function blockParts(
  item: Json,
  fallbackId: string,
  budgets: JsonObject[],
  { pairs, titles, tally }: MessageContext,
): Part[] {
  if (typeof item === "string") return item === "" ? [] : [{ type: "text", text: item }];
  const block = objectOf(item) ?? {};
  if (block.type === "tool_use")
    return [toolCall(block, pairs.results.get(block), fallbackId, titles, tally)];
  if (pairs.shown.has(block)) return [];
  const fields = fieldsOf(block);
  const type = fields.text("type");
  if (type === "token_budget") {
    // A mark of when the service counted tokens, mostly without the count.
    const mark: Holder = {};
    keepRest(mark, fields, "block", tally);
    if (mark.native) budgets.push(mark.native);
    return [];
  }
  const part = partOf(fields, type, tally);
  if (!part) return [unknownBlock(item)];
  keepRest(part, fields, part.type === "tool-result" ? "result" : "block", tally);
  const saysNothing = part.type === "text" && part.text === "" && !part.citations && !part.native;
  return saysNothing ? [] : [part];
}

/** The part that a block is; undefined when it is of another type, or has not the shape of its type. */
function partOf(
  fields: Fields,
  type: string | undefined,
  tally: TallyCounter,
): Exclude<Part, { type: "unknown" }> | undefined {
  switch (type) {
    case "text": {
      const text = fields.string("text");
      return text === undefined
        ? undefined
        : present<TextPart>({ type, text, citations: citationsIn(fields) });
    }
    case "thinking":
      return present<ReasoningPart>({
        type: "reasoning",
        text: fields.text("thinking"),
        signature: fields.text("signature"),
      });
    case "redacted_thinking":
      return present<ReasoningPart>({
        type: "reasoning",
        redacted: true,
        encrypted: fields.text("data"),
      });
    case "tool_result": {
      const toolCallId = fields.text("tool_use_id") ?? "";
      const result = toolResult(fields, fields.string("name") ?? "", tally);
      return { type: "tool-result", toolCallId, result };
    }
    default:
      return undefined;
  }
}

function citationsIn(fields: Fields): Citation[] | undefined {
  return nonEmpty(
    fields.objects("citations").map((cited) =>
      present<Citation>({
        url: cited.text("url", "source"),
        title: cited.text("title", "document_title"),
        text: cited.text("cited_text"),
        native: cited.rest(),
      }),
    ),
  );
}

function isShown(item: Json, { shown }: Pairs): boolean {
  const block = objectOf(item);
  return block !== undefined && shown.has(block);
}

/** The uploads of a message: `attachments` with the text in them, `files` by name. */
function uploads(fields: Fields): FilePart[] {
  return [...fields.objects("attachments"), ...fields.objects("files")].map((upload) => {
    const name = upload.text("file_name");
    const text = upload.text("extracted_content");
    // Some exports hold a file extension in its place.
    const type = upload.fitting("file_type", (value) => textOf(value)?.includes("/") ?? false);
    const told = { name, mediaType: textOf(type), from: "upload" as const };
    const file =
      text === undefined ? missingFile(told) : present<FilePart>({ type: "file", ...told, text });
    addNative(file, upload.rest());
    return file;
  });
}

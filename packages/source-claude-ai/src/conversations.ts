import { createReadStream } from "node:fs";
import {
  type Context,
  type Defined,
  type JsonObject,
  present,
  type Session,
} from "@chatexport/core";
import {
  attempt,
  jsonIn,
  listOf,
  objectOf,
  objectsOf,
  openFile,
  promptTitle,
  readBytes,
  stringOf,
  textOf,
  utcTime,
} from "@chatexport/core/read";
import {
  cutOffExport,
  foreignElements,
  foreignFile,
  malformedConversation,
  textAfterExport,
} from "./diagnostics.js";
import { elementsOf } from "./list-elements.js";

/** Where in an export a conversation lies. */
export interface Location {
  path: string;
  /** Index of the conversation in the list, counted from 0. */
  index: number;
  /** Bytes before it in the file. */
  start: number;
  /** Its length in bytes. */
  length: number;
}

/** A conversation of an export. */
export interface Conversation {
  id: string;
  location: Location;
  data: JsonObject;
  /** `chat_messages`, not checked yet. */
  messages: readonly unknown[];
}

/** Conversations of an export, one in memory at a time. Throws when the file cannot be read. */
export async function* readConversations(
  path: string,
  { report, signal }: Context,
): AsyncGenerator<Conversation> {
  let index = -1;
  let found = 0;
  let others = 0;
  const stream = createReadStream(path, { fd: openFile(path), highWaterMark: 1024 * 1024 });
  for await (const element of elementsOf(stream)) {
    signal.throwIfAborted();
    index++;
    if ("malformed" in element) {
      report(problems[element.malformed](path));
      continue;
    }
    const parsed = attempt((): unknown => jsonIn(element.bytes));
    if (parsed === undefined) {
      report(malformedConversation(path, pointer(index)));
      continue;
    }
    const location = { path, index, start: element.start, length: element.length };
    const conversation = conversationOf(objectOf(parsed), location);
    if (conversation) {
      found++;
      yield conversation;
    } else others++;
  }
  if (others > 0) report(found > 0 ? foreignElements(path) : foreignFile(path));
}

/** Reads one conversation again. Throws when it is not there any more. */
export function readConversation(
  id: string,
  location: Location,
  { signal }: Pick<Context, "signal">,
): Conversation {
  signal.throwIfAborted();
  const bytes = readBytes(location.path, location.start, location.length);
  const data = attempt(() => objectOf(jsonIn(bytes)));
  const conversation = conversationOf(data, location);
  if (conversation?.id !== id) throw new Error("The export has changed since it was listed.");
  return conversation;
}

/** The place of a conversation in the list, or of a message in it, as a JSON pointer (RFC 6901). */
export function pointer(index: number, message?: number): string {
  return message === undefined ? `/${index}` : `/${index}/chat_messages/${message}`;
}

function conversationOf(
  data: JsonObject | undefined,
  location: Location,
): Conversation | undefined {
  const id = textOf(data?.uuid);
  const messages = listOf(data?.chat_messages);
  return data && id && messages ? { id, location, data, messages } : undefined;
}

const problems = {
  "no-list": foreignFile,
  "cut-off": cutOffExport,
  "more-after-end": textAfterExport,
};

/** What a conversation says about itself, in listing and in loading alike. */
export type ConversationHead = Defined<
  Pick<Session, "title" | "titleFrom" | "startedAt" | "updatedAt">
>;

/** Title and times of a conversation. It has a name unless it is very short. */
export function headOf({ data, messages }: Conversation): ConversationHead {
  const name = textOf(stringOf(data.name)?.trim());
  const title = name ?? firstPrompt(messages);
  const titleFrom = name === undefined ? "first-message" : "generated";
  return present({
    title,
    titleFrom: title === undefined ? undefined : titleFrom,
    startedAt: utcTime(data.created_at),
    updatedAt: utcTime(data.updated_at),
  });
}

/** Whether a message holds anything that can be shown. */
export function hasContent(message: JsonObject): boolean {
  const lists = [message.content, message.attachments, message.files];
  const items = lists.flatMap((list) => listOf(list) ?? []);
  return [...textsOf(message), ...items.map((item) => objectOf(item)?.text)].some(
    (text) => text !== "",
  );
}

function firstPrompt(messages: readonly unknown[]): string | undefined {
  for (const message of messages.map(objectOf)) {
    if (message?.sender !== "human") continue;
    for (const text of textsOf(message)) {
      const line = promptTitle(text);
      if (line) return line;
    }
  }
  return undefined;
}

/** The texts of a message; `text` holds them a second time, but not always whole. */
function textsOf({ content, text }: JsonObject): string[] {
  const texts = objectsOf(content).flatMap((block) =>
    block.type === "text" ? (textOf(block.text) ?? []) : [],
  );
  return texts.length > 0 ? texts : [stringOf(text) ?? ""];
}

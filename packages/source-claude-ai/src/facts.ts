import { type Defined, type JsonObject, present, type Session } from "@chatexport/core";
import { listOf, objectOf, promptTitle, stringOf, textOf, utcTime } from "@chatexport/core/read";
import type { Conversation } from "./conversations.js";

/** What a conversation says about itself, in listing and in loading alike. */
export type ConversationFacts = Defined<
  Pick<Session, "title" | "titleFrom" | "startedAt" | "updatedAt">
>;

/** Title and times of a conversation. It has a name unless it is very short. */
export function factsOf({ data, messages }: Conversation): ConversationFacts {
  const name = textOf(stringOf(data.name)?.trim());
  const first = name === undefined ? firstPrompt(messages) : undefined;
  const from = name !== undefined ? ("generated" as const) : ("first-message" as const);
  const title = name ?? first;
  return present({
    title,
    titleFrom: title === undefined ? undefined : from,
    startedAt: utcTime(data.created_at),
    updatedAt: utcTime(data.updated_at),
  });
}

/** Whether a message holds anything that can be shown. */
export function hasContent(message: JsonObject): boolean {
  const lists = [message.content, message.attachments, message.files];
  return textsOf(message).some((text) => text !== "") || lists.some((list) => isFilled(list));
}

function isFilled(list: unknown): boolean {
  return (listOf(list) ?? []).some((item) => objectOf(item)?.text !== "");
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
  const texts = (listOf(content) ?? []).flatMap((item) => {
    const block = objectOf(item);
    return block?.type === "text" ? (textOf(block.text) ?? []) : [];
  });
  return texts.length > 0 ? texts : [stringOf(text) ?? ""];
}

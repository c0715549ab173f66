import { allMessages, type Message, type Session } from "@chatexport/core";
import { textOf } from "@chatexport/core/read";

/** Finds the message of one session that a message of another one repeats. */
export type Originals = (copy: Message) => Message | undefined;

/** The messages of a session by what a copy of them keeps: the uuid, or the id of the response. */
export function originalsOf(session: Session): Originals {
  const byId = new Map<string, Message>();
  const byResponse = new Map<string, Message>();
  for (const message of allMessages(session)) {
    // Without a uuid the id is made from the line, and says nothing about another file.
    if (!message.id.startsWith("line-")) byId.set(message.id, message);
    const response = responseOf(message);
    if (response && !byResponse.has(response)) byResponse.set(response, message);
  }
  return (copy) => byId.get(copy.id) ?? byResponse.get(responseOf(copy) ?? "");
}

/**
 * Marks the messages of a sub-agent that stand in another session as well: the transcripts of some
 * begin with a part of the conversation that they are about (seen in 2.1.3x). A response that both
 * have is the other session's, even when its request had another id.
 */
export function markCopies(agent: Session, sessionId: string, originals: Originals): void {
  for (const message of allMessages(agent)) {
    const original = message.copiedFrom ? undefined : originals(message);
    if (original) message.copiedFrom = { sessionId, messageId: original.id };
  }
}

function responseOf({ role, native }: Message): string | undefined {
  return role === "assistant" ? textOf(native?.messageId) : undefined;
}

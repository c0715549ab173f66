import type { Message, Session } from "@chatexport/core";
import { isPrompt } from "./agent/session-facts.js";

/** A prompt and all that follows it until the next one. */
interface Turn {
  /** Absent on what stands before the first prompt. */
  prompt?: string;
  messages: Message[];
}

/** The turns that only another copy of a conversation has, with the place where they belong. */
export interface MissingTurns {
  /** All messages, those of the other copy at their place. */
  messages: Message[];
  /** How many of them are from the other copy. */
  added: number;
}

/**
 * Puts the turns that a copy lacks at their place from another one. Only for a copy whose prompts are
 * all in the other one, word by word and in order: otherwise nobody knows what belongs where, and the
 * result is undefined.
 */
export function withMissingTurns(session: Session, other: Session): MissingTurns | undefined {
  const [beginning, ...turns] = turnsOf(session.messages);
  const result = [...(beginning?.messages ?? [])];
  const ids = new Set(session.messages.map(({ id }) => id));
  let next = 0;
  let added = 0;
  for (const { prompt, messages } of turnsOf(other.messages).slice(1)) {
    const own = turns[next];
    if (own && own.prompt === prompt) {
      result.push(...own.messages);
      next++;
    } else {
      result.push(...messages.map((message) => foreign(message, other, ids)));
      added += messages.length;
    }
  }
  return next === turns.length ? { messages: result, added } : undefined;
}

/** What stands before the first prompt, then each turn. */
function turnsOf(messages: readonly Message[]): Turn[] {
  const turns: Turn[] = [{ messages: [] }];
  for (const message of messages)
    if (isPrompt(message)) turns.push({ prompt: promptOf(message), messages: [message] });
    else turns.at(-1)?.messages.push(message);
  return turns;
}

function promptOf({ parts }: Message): string {
  const texts = parts.flatMap((part) =>
    part.type === "text" && !part.synthetic ? [part.text] : [],
  );
  return texts.join(" ").replace(/\s+/g, " ").trim();
}

/** A message that says where it lies, with an id that no other has. */
function foreign(message: Message, { origin }: Session, ids: Set<string>): Message {
  const id = ids.has(message.id) ? `${message.id}~copy` : message.id;
  return { ...message, id, origin: { ...origin, ...message.origin } };
}

import {
  addTallies,
  type Context,
  defined,
  type JsonObject,
  type Message,
  present,
  type Session,
  type Tally,
  total,
} from "@chatexport/core";
import { finishedHead, type Head } from "../conversation/head.js";
import { differingCopy, truncatedCopy } from "../diagnostics.js";
import { isPrompt, promptCount, typedIn } from "../parse/agent/message-facts.js";
import { filled } from "../values/json-text.js";

/**
 * One session from the copies of a conversation, the most faithful first, which gives the messages.
 * Cursor cuts conversations off ("chat too long") and leaves older copies whole: turns that only
 * another copy has are put at their place. The others also fill in what is missing about the session;
 * the records of what it has already are counted as `skipped.copy`, and `native.copies` says where the
 * copies lie. `listed` is what the list says of the conversation.
 */
export function mergeCopies(
  copies: readonly [Session, ...Session[]],
  context: Context,
  listed: Head = {},
): Session {
  const [first, ...others] = copies;
  const { branch: _, projectInferred, ...head } = finishedHead(listed, copies);
  let best = first;
  const tallies = [first.records];
  for (const other of others) {
    const count = promptCount(other.messages) - promptCount(best.messages);
    const found = count > 0 ? withMissingTurns(best, other) : undefined;
    const diagnostic = found ? truncatedCopy : differingCopy;
    if (count > 0) context.report(diagnostic(other.origin, count));
    if (found) best = { ...best, messages: found.messages };
    tallies.push(asCopy(other.records, found?.added ?? 0));
  }
  const fromAny = <Field extends keyof Session>(field: Field): Session[Field] | undefined =>
    copies.find((copy) => copy[field] !== undefined)?.[field];
  return {
    ...best,
    ...defined({
      git: fromAny("git"),
      model: fromAny("model"),
      usage: fromAny("usage"),
      attachments: fromAny("attachments"),
      subagents: fromAny("subagents"),
      native: filled({
        ...best.native,
        ...(others.length > 0 && { copies: others.map(copyNote) }),
        ...(projectInferred && { projectFrom: "inferred" }),
      }),
    }),
    records: others.length > 0 ? addTallies(tallies) : first.records,
    ...head,
  };
}

/** The tally of a copy of which `used` messages are in the session; the rest it has from elsewhere. */
function asCopy(
  { read, kept, skipped, unknown, malformed, unknownFields }: Tally,
  used: number,
): Tally {
  const known = kept + total(unknown);
  const copies = Math.max(known - used, 0);
  return present({
    read,
    kept: known - copies,
    skipped: copies > 0 ? { ...skipped, copy: copies + (skipped?.copy ?? 0) } : skipped,
    malformed,
    unknownFields,
  });
}

function copyNote({ format, origin }: Session): JsonObject {
  return present({ format, path: origin.path, at: origin.at });
}

/**
 * Puts the turns that a copy lacks at their place from another one. Only for a copy whose prompts are
 * all in the other one, word by word and in order: otherwise the positions are not known, and the
 * result is undefined; `added` is how many messages are from the other copy.
 */
function withMissingTurns(session: Session, other: Session) {
  const [beginning, ...turns] = turnsOf(session.messages);
  const result = [...(beginning?.messages ?? [])];
  const ids = new Set(session.messages.map(({ id }) => id));
  let next = 0;
  let added = 0;
  for (const { prompt, messages } of turnsOf(other.messages).slice(1)) {
    const own = turns[next];
    if (own && own.prompt === prompt) {
      for (const message of own.messages) result.push(message);
      next++;
    } else {
      for (const message of messages) result.push(foreign(message, other, ids));
      added += messages.length;
    }
  }
  return next === turns.length ? { messages: result, added } : undefined;
}

/**
 * The messages before the first prompt, then each prompt with all that follows it until the next
 * one.
 */
function turnsOf(messages: readonly Message[]) {
  const turns: { prompt?: string; messages: Message[] }[] = [{ messages: [] }];
  for (const message of messages)
    if (isPrompt(message)) {
      const prompt = typedIn(message.parts).join(" ").replace(/\s+/g, " ").trim();
      turns.push({ prompt, messages: [message] });
    } else turns.at(-1)?.messages.push(message);
  return turns;
}

/** A message that says where it lies, with an id that no other has. */
function foreign(message: Message, { origin }: Session, ids: Set<string>): Message {
  const id = ids.has(message.id) ? `${message.id}~copy` : message.id;
  return { ...message, id, origin: { ...origin, ...message.origin } };
}

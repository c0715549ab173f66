import { allMessages, type Message, type Part, type Session } from "@chatexport/core";

/** A message with the one of another session that it repeats. */
type Copy = readonly [own: Message, original: Message];

/**
 * Marks the messages at the beginning that older versions copied from the session that a fork or a sub-agent
 * came out of, with new times. Only a run in which something was said is a copy: each session begins with the
 * same words of the tool. The other session may have taken back since then what was copied.
 */
export function markCopies(messages: readonly Message[], original: Session): void {
  const own = messages.filter(isCompared);
  const runs = linesOf(original).map((line) => copiesOf(own, line.filter(isCompared)));
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), []);
  for (const [message, { id }] of longest)
    message.copiedFrom = { sessionId: original.id, messageId: id };
}

function isCompared({ role, synthetic }: Message): boolean {
  return role !== "system" || synthetic !== "instructions";
}

/** The active messages, and for each branch those that lead to its end. */
function linesOf(session: Session): Message[][] {
  const byId = new Map([...allMessages(session)].map((message) => [message.id, message]));
  const lineTo = (last: Message | undefined): Message[] => {
    const line: Message[] = [];
    for (let each = last; each; each = byId.get(each.parentId ?? "")) line.push(each);
    return line.reverse();
  };
  return [
    session.messages,
    ...(session.branches ?? []).map((each) => lineTo(each.messages.at(-1))),
  ];
}

/** The run of copies at the beginning. A sub-agent is given each prompt, but not all that the model did. */
function copiesOf(own: readonly Message[], originals: readonly Message[]): Copy[] {
  const copies: Copy[] = [];
  let next = 0;
  for (const message of own) {
    const repeats = (original: Message) => isCopy(message, original);
    const end = originals.findIndex(
      (each, index) => index >= next && (repeats(each) || isPrompt(each)),
    );
    const original = originals[end];
    if (!original || !repeats(original)) break;
    copies.push([message, original]);
    next = end + 1;
  }
  const last = copies.findLastIndex(([{ synthetic }]) => !synthetic);
  return copies.slice(0, last + 1);
}

function isPrompt({ role, synthetic }: Message): boolean {
  return role === "user" && !synthetic;
}

/** True when a message says what another one says; where it has no words, whether it has the same calls. */
function isCopy(message: Message, original: Message): boolean {
  const words = message.parts.filter(isSaid);
  const compared = new Set(original.parts.map(keyOf));
  const keys = (words.length > 0 ? words : message.parts).map(keyOf);
  return message.role === original.role && keys.every((key) => compared.has(key));
}

function isSaid({ type }: Part): boolean {
  return type !== "reasoning" && type !== "tool-call";
}

function keyOf(part: Part): string {
  switch (part.type) {
    case "text":
      return `text ${part.text}`;
    case "reasoning":
      return `reasoning ${part.text ?? part.encrypted}`;
    case "tool-call":
      return `call ${part.id}`;
    default:
      return part.type;
  }
}

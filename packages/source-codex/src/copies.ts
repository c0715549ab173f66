import type { Message, Session } from "@chatexport/core";

/**
 * Marks the messages at the beginning that older versions copied from the session that a fork or a sub-agent
 * came out of, with new times. Only a run in which something was said is a copy: each session begins with the
 * same words of the tool.
 */
export function markCopies(messages: readonly Message[], original: Session): void {
  const originals = original.messages.filter(isCompared);
  const own = messages.filter(isCompared);
  let copied = 0;
  while (copied < own.length && copied < originals.length) {
    const [one, other] = [own[copied], originals[copied]];
    if (!one || !other || keyOf(one) !== keyOf(other)) break;
    copied++;
  }
  while (copied > 0 && own[copied - 1]?.synthetic) copied--;
  for (const [index, message] of own.slice(0, copied).entries()) {
    const messageId = originals[index]?.id;
    if (messageId !== undefined) message.copiedFrom = { sessionId: original.id, messageId };
  }
}

function isCompared({ role, synthetic }: Message): boolean {
  return role !== "system" || synthetic !== "instructions";
}

function keyOf({ role, parts }: Message): string {
  return JSON.stringify([
    role,
    parts.map((part) =>
      part.type === "text" || part.type === "reasoning"
        ? part.text
        : part.type === "tool-call"
          ? part.id
          : part.type,
    ),
  ]);
}

import type { Message } from "@chatexport/core";

/*
 * What a message only knows from those around it.
 */

/**
 * Gives a prompt without a time that of the answer behind it, and an answer without a model the one that
 * its prompt asked for. `asked` holds the models of prompts by id of the message.
 */
export function completeLine(
  messages: readonly Message[],
  asked: ReadonlyMap<string, string>,
): void {
  let model: string | undefined;
  for (const message of messages) {
    if (message.role === "user") model = asked.get(message.id) ?? model;
    else if (message.role === "assistant" && message.model === undefined && model !== undefined)
      message.model = model;
  }
  let next: string | undefined;
  for (const message of messages.toReversed()) {
    if (message.role === "assistant") next = message.createdAt ?? next;
    if (message.role !== "user") continue;
    if (message.createdAt === undefined && next !== undefined) {
      message.createdAt = next;
      message.createdAtFrom = "inferred";
    }
    next = undefined;
  }
}

/**
 * The line with further messages at their times; each has one. Equal times: behind. Messages of the
 * line keep their order.
 */
export function withSlotted(line: readonly Message[], slotted: readonly Message[]): Message[] {
  const result: Message[] = [];
  const waiting = [...slotted];
  for (const message of line) {
    const { createdAt } = message;
    while (createdAt !== undefined && waiting[0] && (waiting[0].createdAt ?? "") < createdAt)
      result.push(...waiting.splice(0, 1));
    result.push(message);
  }
  return [...result, ...waiting];
}

/** Whether a message is a call that was stopped or refused: Cursor drops it from its own list. */
export function isStoppedCall({ parts }: Message): boolean {
  return parts.some(
    (part) =>
      part.type === "tool-call" && (part.status === "cancelled" || part.status === "rejected"),
  );
}

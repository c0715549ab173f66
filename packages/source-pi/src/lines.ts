import { type Branch, type Message, present } from "@chatexport/core";

/**
 * Messages of a tree, sorted into the active line, which ends with one of them, and those that were left. One
 * that is not placed in the tree, as an unknown record, stands on the line of the message before it.
 */
export function linesOf(
  messages: readonly Message[],
  end: Message | undefined,
  isPlaced: (message: Message) => boolean,
): { active: Message[]; branches: Branch[] } {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const active = new Set<Message>();
  for (let at = end; at && !active.has(at); at = byId.get(at.parentId ?? "")) active.add(at);
  for (const message of messages) {
    const before = byId.get(message.parentId ?? "");
    if (!isPlaced(message) && (!before || active.has(before))) active.add(message);
  }
  const branches: Branch[] = [];
  for (const message of messages) {
    if (active.has(message)) continue;
    const line = branches.find(({ messages: own }) =>
      [own.at(-1), own.findLast(isPlaced)].some((last) => last?.id === message.parentId),
    );
    if (line) line.messages.push(message);
    else {
      const { id, parentId: forkedFrom } = message;
      branches.push(present<Branch>({ id, forkedFrom, reason: "rewind", messages: [message] }));
    }
  }
  return { active: messages.filter((message) => active.has(message)), branches };
}

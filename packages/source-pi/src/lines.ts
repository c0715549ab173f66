import { type Branch, type Message, present } from "@chatexport/core";

/** Messages of a tree, sorted into the active line, which ends with one of them, and those that were left. */
export function linesOf(
  messages: readonly Message[],
  end: Message | undefined,
): { active: Message[]; branches: Branch[] } {
  const byId = new Map(messages.map((message) => [message.id, message]));
  const active = new Set<Message>();
  for (let at = end; at && !active.has(at); at = byId.get(at.parentId ?? "")) active.add(at);
  const branches: Branch[] = [];
  for (const message of messages) {
    if (active.has(message)) continue;
    const line = branches.find((branch) => branch.messages.at(-1)?.id === message.parentId);
    if (line) line.messages.push(message);
    else {
      const { id, parentId: forkedFrom } = message;
      branches.push(present<Branch>({ id, forkedFrom, reason: "rewind", messages: [message] }));
    }
  }
  return { active: messages.filter((message) => active.has(message)), branches };
}

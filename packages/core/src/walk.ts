import type { Message, Part, Session, TaskCall, ToolCall, ToolResult } from "./model.js";

/** The session and all that it embeds, parents first. */
export function* withSubagents(session: Session): Generator<Session> {
  // Not recursive: a store may nest them deeper than the stack allows.
  const left = [session];
  for (let next = left.pop(); next; next = left.pop()) {
    yield next;
    for (const subagent of next.subagents?.toReversed() ?? []) left.push(subagent);
  }
}

/** The messages of all branches, the active one first. Sub-agents are not included. */
export function* allMessages(session: Pick<Session, "messages" | "branches">): Generator<Message> {
  yield* session.messages;
  for (const branch of session.branches ?? []) yield* branch.messages;
}

/** The parts of a message, those inside tool results included. */
export function* allParts(message: Message): Generator<Part> {
  for (const part of message.parts) yield* withResultParts(part);
}

function* withResultParts(part: Part): Generator<Part> {
  yield part;
  if (part.type !== "tool-call" && part.type !== "tool-result") return;
  for (const inner of part.result?.content ?? []) yield* withResultParts(inner);
}

/** True when a call started a sub-agent. Of some no call is known: their sessions belong to no call. */
export function isStartedBy(call: ToolCall, { id, parent }: Session): boolean {
  if (parent?.toolCallId !== undefined) return parent.toolCallId === call.id;
  return call.kind === "task" && call.subagent === id;
}

/** The content of a result or, where its model saw nothing, what the tool returned apart from it, as JSON. */
export function resultParts({ content, output }: ToolResult): Part[] {
  if (content.length > 0 || output === undefined) return content;
  return [{ type: "text", text: typeof output === "string" ? output : JSON.stringify(output) }];
}

/** The calls that hand work to sub-agents, of all branches of the session. */
export function taskCalls(session: Pick<Session, "messages" | "branches">): TaskCall[] {
  return [...allMessages(session)].flatMap(({ parts }) =>
    parts.filter((part) => part.type === "tool-call" && part.kind === "task"),
  );
}

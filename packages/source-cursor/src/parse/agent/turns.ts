import { type Message, type Part, present } from "@chatexport/core";
import { textOf } from "@chatexport/core/read";
import { type MessageFields, readFields, utf8Of } from "../../values/protobuf.js";
import { binaryCall } from "../tools/binary-call.js";
import { toolCall } from "../tools/tool-call.js";
import type { Blobs } from "./blobs.js";
import { idOf } from "./conversation-state.js";
import { isPrompt, promptCount, uniqueIds } from "./message-facts.js";
import { userText } from "./user-text.js";

/** The messages of one turn. */
interface TurnMessages {
  messages: Message[];
  /** The number of its prompts that the agent's own messages should hold; they lack lines for the shell. */
  prompts: number;
  /** Ids of the blobs that were read. */
  read: string[];
  /** Ids of blobs that are not stored. */
  missing: string[];
}

/** The messages of turns: poorer than the agent's own, but never shortened by a summary. */
export function turnMessages(turns: readonly Uint8Array[], blobs: Blobs): TurnMessages[] {
  const uniqueId = uniqueIds();
  return turns.map((value, index) => {
    const turn = messagesOf(value, `turn-${index + 1}`, blobs);
    const messages = turn.messages.map((message) => ({ ...message, id: uniqueId(message.id) }));
    return { ...turn, messages };
  });
}

/** From `ConversationTurnStructure`: a prompt with the steps of the answer, or a command of the user's shell. */
function messagesOf(value: Uint8Array, name: string, blobs: Blobs): TurnMessages {
  const found: TurnMessages = { messages: [], prompts: 0, read: [], missing: [] };
  const fieldsAt = (value: Uint8Array) => {
    const id = idOf(value);
    const bytes = id === undefined ? undefined : blobs(id);
    if (id !== undefined) (bytes ? found.read : found.missing).push(id);
    return readFields(bytes ?? value);
  };
  const turn = fieldsAt(value);
  const agent = turn.message(1);
  if (!agent) {
    found.messages.push(...shellMessages(turn.message(2), name, blobs));
    return found;
  }
  // A `UserMessage`, whose id is that of the bubble.
  const stored = agent.bytes(1);
  const prompt = stored && fieldsAt(stored);
  const { parts, createdAt } = userText(prompt?.text(1) ?? "");
  const requestId = textOf(agent.text(3));
  const native = requestId === undefined ? undefined : { requestId };
  const id = textOf(prompt?.text(2)) ?? name;
  if (parts.length > 0)
    found.messages.push(present({ id, role: "user", createdAt, parts, native }));
  for (const [index, value] of agent.all(2).entries()) {
    const id = `${name}-${index + 1}`;
    const parts = stepParts(fieldsAt(value), id);
    if (parts.length > 0) found.messages.push({ id, role: "assistant", parts });
  }
  found.prompts = promptCount(found.messages);
  return found;
}

/** From `ConversationStep`: words, a call, or a thought. */
function stepParts(step: MessageFields, id: string): Part[] {
  const said = step.message(1);
  const call = said ? undefined : step.bytes(2);
  if (call) return [callOf(call, id)];
  const text = (said ?? step.message(3))?.text(1) ?? "";
  return text.trim() === "" ? [] : [{ type: said ? "text" : "reasoning", text }];
}

/** A line for the shell that the user typed behind "!", and what it printed. */
function shellMessages(turn: MessageFields | undefined, id: string, blobs: Blobs): Message[] {
  const [command, output] = [1, 2].map((number) => shellText(turn?.bytes(number), blobs));
  const typed = command?.trim();
  const parts: Part[] = [
    ...(typed ? [{ type: "text" as const, text: `! ${typed}` }] : []),
    ...(output ? [{ type: "text" as const, text: output, synthetic: "output" as const }] : []),
  ];
  return parts.length > 0 ? [{ id, role: "user", parts }] : [];
}

/** A text, or the first field of the message that stands for it, here or in a blob. */
function shellText(value: Uint8Array | undefined, blobs: Blobs): string | undefined {
  if (!value) return undefined;
  const bytes = blobs(idOf(value) ?? "") ?? value;
  const fields = readFields(bytes);
  return (fields.complete ? fields.text(1) : undefined) ?? utf8Of(bytes);
}

const shell = 1;

/** A call in its binary form, which says the kind of tool by the number of its only field. */
function callOf(bytes: Uint8Array, id: string): Part {
  const kind = readFields(bytes).fields[0]?.number ?? 0;
  const call = binaryCall(Buffer.from(bytes).toString("base64"));
  const output = textOf(call?.result?.output);
  return toolCall({
    id,
    name: kind === shell ? "Shell" : `tool-${kind}`,
    input: call?.input,
    status: call?.result ? undefined : "unknown",
    result: call?.result && {
      ...(output !== undefined && { content: [{ type: "text", text: output }] }),
      output: call.result,
      isError: call.result.isError === true,
    },
  });
}

/** A conversation from the agent's own messages, from its turns, or from both. */
export interface History {
  messages: Message[];
  /** The agent's own messages are in it. */
  hasOwn: boolean;
  /** Ids of the blobs of the turns that are in it. */
  turnBlobs: Set<string>;
}

/**
 * The whole conversation: the agent's own messages say more, but what a summary replaced comes from the
 * turns. Turns alone are used when they hold more prompts although nothing was summarised.
 */
export function wholeHistory(own: Message[], turns: readonly TurnMessages[]): History {
  const count = turns.reduce((sum, { prompts }) => sum + prompts, 0);
  const missing = count - promptCount(own);
  const summary = own.findLastIndex(({ parts }) => parts[0]?.type === "compaction");
  if (missing <= 0 || turns.length === 0)
    return { messages: own, hasOwn: true, turnBlobs: new Set() };
  if (summary === -1) {
    const messages = turns.flatMap(({ messages }) => messages);
    return { messages, hasOwn: false, turnBlobs: blobsOf(turns) };
  }
  const older = firstTurns(turns, missing);
  const told = older.flatMap(({ messages }) => messages);
  const prompt = told.findLastIndex(({ role }) => role === "user");
  // Without the last answers, which follow the summary, back to the last prompt at most.
  const end = Math.max(prompt + 1, told.length - stepsBeforePrompt(own.slice(summary)));
  return {
    messages: [...own.slice(0, summary), ...told.slice(0, end), ...own.slice(summary)],
    hasOwn: true,
    turnBlobs: blobsOf(older),
  };
}

function blobsOf(turns: readonly TurnMessages[]): Set<string> {
  return new Set(turns.flatMap(({ read }) => read));
}

/** The turns before the one that would be a prompt too many. */
function firstTurns(turns: readonly TurnMessages[], prompts: number): readonly TurnMessages[] {
  let count = 0;
  const end = turns.findIndex((turn) => {
    count += turn.prompts;
    return count > prompts;
  });
  return end === -1 ? turns : turns.slice(0, end);
}

/** The number of steps of the turn that was summarised half-way that follow the summary. */
function stepsBeforePrompt(messages: readonly Message[]): number {
  let count = 0;
  for (const message of messages) {
    if (isPrompt(message)) break;
    if (message.role === "assistant") count += message.parts.length;
  }
  return count;
}

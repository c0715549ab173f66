import type { Message } from "@chatexport/core";
import { isPrompt, promptCount } from "./session-facts.js";
import type { TurnMessages } from "./turns.js";

/** A conversation from the agent's own messages, from its turns, or from both. */
export interface History {
  messages: Message[];
  /** The agent's own messages are in it. */
  hasOwn: boolean;
  /** Ids of the blobs of the turns that are in it. */
  turnBlobs: Set<string>;
}

/**
 * The whole conversation. The agent's own messages say more, but a summary takes the place of the old
 * ones; those come from the turns then. Turns alone are used when they hold more prompts although nothing
 * was summarised.
 */
export function wholeHistory(own: Message[], turns: readonly TurnMessages[]): History {
  const count = promptCount(turns.flatMap(({ messages }) => messages));
  const missing = count - promptCount(own);
  const summary = own.findLastIndex(({ parts }) => parts[0]?.type === "compaction");
  if (missing <= 0 || turns.length === 0)
    return { messages: own, hasOwn: true, turnBlobs: new Set() };
  if (summary === -1) {
    const messages = turns.flatMap(({ messages }) => messages);
    return { messages, hasOwn: false, turnBlobs: blobsOf(turns) };
  }
  const older = firstTurns(turns, missing);
  const messages = withoutLast(
    older.flatMap(({ messages }) => messages),
    stepsBeforePrompt(own.slice(summary)),
  );
  return {
    messages: [...own.slice(0, summary), ...messages, ...own.slice(summary)],
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
  const end = turns.findIndex(({ messages }) => {
    count += promptCount(messages);
    return count > prompts;
  });
  return end === -1 ? turns : turns.slice(0, end);
}

/** How many steps of the turn that was summarised half-way follow the summary. */
function stepsBeforePrompt(messages: readonly Message[]): number {
  const end = messages.findIndex(isPrompt);
  return messages
    .slice(0, end === -1 ? undefined : end)
    .filter(({ role }) => role === "assistant")
    .reduce((sum, { parts }) => sum + parts.length, 0);
}

/** Without the last answers, back to the last prompt at most. */
function withoutLast(messages: Message[], count: number): Message[] {
  const prompt = messages.findLastIndex(({ role }) => role === "user");
  return messages.slice(0, Math.max(prompt + 1, messages.length - count));
}

import { type Blobs, contentOf } from "./blobs.js";
import { conversationState } from "./conversation-state.js";
import type { AgentRecord } from "./messages.js";

/** The messages below the root of a conversation. */
export interface OrderedMessages {
  records: AgentRecord[];
  /** Ids that the root names as messages and that are in no blob. */
  missing: string[];
  /** Ids of blobs that should be messages and are no JSON. */
  malformed: string[];
  /** Ids of the blobs of the tree that were read on the way. */
  visited: Set<string>;
}

/** What to do next; the walk has no recursion, for a chain is as long as the conversation. */
type Step =
  | { visit: string; isMessage: boolean }
  | { emit: AgentRecord }
  /** Only when nothing came since there were `count` records. */
  | { otherwise: string[]; count: number };

/**
 * The messages that ids lead to, in the order of the conversation: blobs that are messages, the messages
 * that a state names, and in early versions of the command line those that a message names as before it.
 * Versions differ in what else a state holds, so that subtrees count only when it names no message.
 */
export function messagesUnder(ids: readonly string[], blobs: Blobs): OrderedMessages {
  const found: OrderedMessages = { records: [], missing: [], malformed: [], visited: new Set() };
  const steps: Step[] = [];
  const push = (ids: readonly string[], isMessage: boolean) => {
    for (const visit of [...ids].reverse()) steps.push({ visit, isMessage });
  };
  push(ids, true);
  for (let step = steps.pop(); step; step = steps.pop()) {
    if ("emit" in step) found.records.push(step.emit);
    else if ("otherwise" in step) {
      if (found.records.length === step.count) push(step.otherwise, false);
    } else visit(step);
  }
  return found;

  function visit({ visit: id, isMessage }: Extract<Step, { visit: string }>): void {
    const bytes = blobs.get(id);
    if (!bytes) {
      if (isMessage) found.missing.push(id);
      return;
    }
    const content = contentOf(bytes);
    if (content.kind === "malformed" && !found.visited.has(id)) found.malformed.push(id);
    // A state names a message as often as it was said; two of the same words are one blob.
    const isSaid = isMessage && content.kind === "message" && content.before.length === 0;
    if (found.visited.has(id) && !isSaid) return;
    found.visited.add(id);
    if (content.kind === "message") {
      steps.push({ emit: { id, at: id, message: content.message } });
      push(content.before, false);
    } else if (content.kind === "structure") {
      const state = conversationState(content.bytes);
      steps.push({ otherwise: state.oldTurns, count: found.records.length });
      push(state.messages, true);
    }
  }
}

import type { Branch, Message, Part, Session } from "./model.js";
import { nonEmpty, present } from "./present.js";

/**
 * The session without those of its sub-agents. The calls that started them stay, with what they were
 * told and what they gave back.
 */
export function withoutSubagents(session: Session): Session {
  const { subagents, ...rest } = session;
  return subagents ? rest : session;
}

/**
 * The session without what the model thought: no reasoning, kept, encrypted or lost, and no call of a
 * tool that is there to think with, in no branch and no sub-agent. A message in which nothing else is
 * goes with it, and what followed it follows the one before. Unchanged parts are shared.
 */
export function withoutReasoning(session: Session): Session {
  const dropped = new Map<string, Dropped>();
  const messages = spoken(session.messages, dropped);
  const branches =
    session.branches &&
    mapShared(session.branches, (branch) => {
      const left = spoken(branch.messages, dropped, branch.forkedFrom);
      return left === branch.messages ? branch : { ...branch, messages: left };
    });
  const subagents = session.subagents && mapShared(session.subagents, withoutReasoning);
  const isUnchanged =
    messages === session.messages &&
    branches === session.branches &&
    subagents === session.subagents;
  if (isUnchanged) return session;
  return present({
    ...session,
    messages: mapShared(messages, (message) => relinked(message, dropped)),
    branches: branches && nonEmpty(relinkedBranches(branches, dropped)),
    subagents,
  });
}

/** The placeholder for a message that is gone. */
interface Dropped {
  /** The message before it in the tree. */
  parentId: string | undefined;
  /** The message before it for readers: in its branch, or where that leaves the other one. */
  before: string | undefined;
}

/** The messages in which more is than thoughts; notes the others. */
function spoken(
  messages: Message[],
  dropped: Map<string, Dropped>,
  forkedFrom?: string,
): Message[] {
  const left: Message[] = [];
  let before = forkedFrom;
  for (const message of messages) {
    const { id, parentId } = message;
    const parts = spokenParts(message.parts);
    const isGone = parts.length === 0 && message.parts.length > 0;
    if (isGone) dropped.set(id, { parentId, before });
    else left.push(parts === message.parts ? message : { ...message, parts });
    before = id;
  }
  return isSame(left, messages) ? messages : left;
}

function spokenParts(parts: Part[]): Part[] {
  const left = mapShared(parts, withSpokenResult).filter((part) => !isThought(part));
  return isSame(left, parts) ? parts : left;
}

function isThought(part: Part): boolean {
  return part.type === "reasoning" || (part.type === "tool-call" && part.kind === "think");
}

function withSpokenResult(part: Part): Part {
  if ((part.type !== "tool-call" && part.type !== "tool-result") || !part.result) return part;
  const content = spokenParts(part.result.content);
  return content === part.result.content ? part : { ...part, result: { ...part.result, content } };
}

function relinked(message: Message, dropped: ReadonlyMap<string, Dropped>): Message {
  const parentId = keptFrom(message.parentId, "parentId", dropped);
  return parentId === message.parentId ? message : present({ ...message, parentId });
}

function relinkedBranches(
  branches: readonly Branch[],
  dropped: ReadonlyMap<string, Dropped>,
): Branch[] {
  return branches.flatMap((branch) => {
    if (branch.messages.length === 0) return [];
    const messages = mapShared(branch.messages, (message) => relinked(message, dropped));
    const forkedFrom = keptFrom(branch.forkedFrom, "before", dropped);
    const isUnchanged = messages === branch.messages && forkedFrom === branch.forkedFrom;
    return [isUnchanged ? branch : present({ ...branch, forkedFrom, messages })];
  });
}

/** The message itself if it is kept, else the nearest one before it that is. */
function keptFrom(
  id: string | undefined,
  way: keyof Dropped,
  dropped: ReadonlyMap<string, Dropped>,
): string | undefined {
  const seen = new Set<string>();
  let at = id;
  // What a store says of the order of its messages may go round in circles.
  for (let gone = at && dropped.get(at); at && gone; gone = at && dropped.get(at)) {
    if (seen.has(at)) return undefined;
    seen.add(at);
    at = gone[way];
  }
  return at;
}

/** A list of which each item was changed, or the same list when none was. */
function mapShared<Item>(list: Item[], change: (item: Item) => Item): Item[] {
  const changed = list.map(change);
  return isSame(changed, list) ? list : changed;
}

function isSame<Item>(a: readonly Item[], b: readonly Item[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

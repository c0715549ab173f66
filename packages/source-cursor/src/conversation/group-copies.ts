import { createHash } from "node:crypto";
import { basename, dirname } from "node:path";
import { compareStrings, present, type SessionRef } from "@chatexport/core";
import { groupBy } from "@chatexport/core/read";
import { type Copy, formats, type Omitted } from "./copy.js";
import { bestHead, type Head } from "./head.js";

/** A conversation with all its copies, the one that gives the messages first. */
export interface Conversation {
  /** The id of its best copy, with a suffix where stores give several conversations one name. */
  id: string;
  head: Head;
  copies: [Copy, ...Copy[]];
  /** Conversations that this one started; they are not listed on their own. */
  subagents: Conversation[];
}

/** Conversations from copies by id, sub-agents in the one that started them, unless that is in no store. */
export function conversationsOf(copies: readonly Copy[]): Conversation[] {
  const byKey = new Map<string, Conversation>();
  for (const [key, group] of groupBy([...copies].sort(byFidelity), keyOf)) {
    const [best, ...others] = group;
    if (best)
      byKey.set(key, {
        id: best.id,
        head: bestHead(group),
        copies: [best, ...others],
        subagents: [],
      });
  }
  // Conversations that an option adds come last, so that the others keep their ids and sub-agents.
  const isAdded = ({ copies: [best] }: Conversation) => best.listedBy !== undefined;
  const others = new Map([...byKey].filter(([, conversation]) => !isAdded(conversation)));
  const conversations = [...others.values(), ...[...byKey.values()].filter(isAdded)];
  makeIdsUnique(conversations);
  const parents = parentsOf(others);
  return conversations.filter((conversation) => {
    const parent = parents.get(conversation);
    if (!parent || isOwnAncestor(conversation, parents)) return true;
    parent.subagents.push(conversation);
    return false;
  });
}

/** Leaves out copies that are listed as empty where another copy of the conversation has content. */
export function splitEmptyCopies(copies: readonly Copy[]): {
  kept: Copy[];
  omitted: Omitted[];
} {
  const known = new Set(copies.filter(({ listedBy }) => listedBy === undefined).map(keyOf));
  const isRepeatedEmpty = (copy: Copy) => copy.listedBy === "empty" && known.has(keyOf(copy));
  return {
    kept: copies.filter((copy) => !isRepeatedEmpty(copy)),
    omitted: copies.filter(isRepeatedEmpty).map(({ id }) => ({ id, reason: "empty" })),
  };
}

/** The best of several copies: more faithful, then larger, then newer; at last by path. */
function byFidelity(a: Copy, b: Copy): number {
  return (
    formats.indexOf(a.format) - formats.indexOf(b.format) ||
    (b.bytes ?? 0) - (a.bytes ?? 0) ||
    compareStrings(b.updatedAt ?? b.modifiedAt ?? "", a.updatedAt ?? a.modifiedAt ?? "") ||
    compareStrings(a.path, b.path)
  );
}

/** The parent of each conversation, as it or its parent records it. */
function parentsOf(byKey: ReadonlyMap<string, Conversation>): Map<Conversation, Conversation> {
  const byId = groupBy(byKey.values(), ({ copies }) => copies[0].id);
  const find = (id: string, path: string): Conversation | undefined =>
    byKey.get(keyOf({ id, path })) ??
    // The transcript of a sub-agent lies below the folder of the one that started it.
    byId.get(id)?.find((other) => path.startsWith(dirname(other.copies[0].path)));
  const parents = new Map<Conversation, Conversation>();
  const link = (child: Conversation | undefined, parent: Conversation | undefined) => {
    if (child && parent && child !== parent && !parents.has(child)) parents.set(child, parent);
  };
  for (const conversation of byKey.values())
    for (const { parent, children = [], path } of conversation.copies) {
      if (parent?.sessionId) link(conversation, find(parent.sessionId, path));
      for (const child of children) link(byKey.get(keyOf({ id: child, path })), conversation);
    }
  return parents;
}

/** True when a conversation is its own ancestor, so that it cannot be inside its parent. */
function isOwnAncestor(
  conversation: Conversation,
  parents: ReadonlyMap<Conversation, Conversation>,
): boolean {
  const seen = new Set<Conversation>();
  for (let at = parents.get(conversation); at && !seen.has(at); at = parents.get(at)) {
    if (at === conversation) return true;
    seen.add(at);
  }
  return false;
}

/** The ref of a conversation for the list. */
export function refOf(conversation: Conversation): SessionRef<Conversation> {
  const { id, copies, subagents } = conversation;
  const { titleFrom: _, projectInferred: __, ...head } = conversation.head;
  return present({
    id,
    source: "cursor",
    ...head,
    // A guess for lists alone: the session has no time then.
    updatedAt: head.updatedAt ?? copies.find(({ modifiedAt }) => modifiedAt)?.modifiedAt,
    unlisted: isUnlisted(copies) || undefined,
    bytes: bytesOf(conversation),
    subagentCount: subagents.length || undefined,
    listedBy: copies[0].listedBy,
    revision: revisionOf(conversation),
    locator: conversation,
  });
}

/** Transcripts and caches do not count: the editor never shows them. */
function isUnlisted(copies: readonly Copy[]): boolean {
  const shown = copies.filter(({ format }) => !/^cursor\/(?:transcript|cache)/.test(format));
  return shown.length > 0 && shown.every(({ unlisted }) => unlisted);
}

function bytesOf({ copies, subagents }: Conversation): number | undefined {
  let sum = 0;
  for (const size of [...copies.map(({ bytes }) => bytes), ...subagents.map(bytesOf)]) {
    if (size === undefined) return undefined;
    sum += size;
  }
  return sum;
}

/** Changes whenever a copy of the conversation or of a sub-agent does, or what other places say of it. */
function revisionOf(conversation: Conversation): string {
  const hash = createHash("sha256");
  const add = ({ head, copies, subagents }: Conversation) => {
    const { branch: _, ...others } = head;
    hash.update(`${JSON.stringify(others)}\n`);
    for (const { id, format, revision } of copies) hash.update(`${format}\0${id}\0${revision}\n`);
    for (const subagent of subagents) add(subagent);
  };
  add(conversation);
  return hash.digest("hex").slice(0, 16);
}

/**
 * The key that copies of one conversation share. Ids are unique wherever they were made, though stores spell
 * one now in capitals, now not; the name of any other file is unique in its folder alone.
 */
function keyOf({ id, path }: Pick<Copy, "id" | "path">): string {
  return uniqueId.test(id) ? id.toLowerCase() : `${dirname(path)}\0${id}`;
}

const uniqueId = /^(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$|(?:task|bc)-)/i;

/** Gives conversations that have one id by chance ids of their own; the first one keeps it. */
function makeIdsUnique(conversations: readonly Conversation[]): void {
  const ids = new Set<string>();
  for (const conversation of conversations) {
    const { id, copies } = conversation;
    const { path } = copies[0];
    const suffixed = [basename(dirname(path)), path].map((text) => {
      const hash = createHash("sha256").update(text).digest("hex");
      return `${id}~${hash.slice(0, 8)}`;
    });
    const candidates = [id, ...suffixed];
    conversation.id = candidates.find((candidate) => !ids.has(candidate)) ?? id;
    ids.add(conversation.id);
  }
}

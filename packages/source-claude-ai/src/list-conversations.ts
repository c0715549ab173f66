import { createHash } from "node:crypto";
import { dirname } from "node:path";
import {
  type Context,
  compareStrings,
  contextFor,
  messageOf,
  nonEmpty,
  present,
  type SessionRef,
  type Store,
} from "@chatexport/core";
import { addToList, isMissing, objectOf } from "@chatexport/core/read";
import {
  type Conversation,
  type ConversationHead,
  hasContent,
  headOf,
  type Location,
  pointer,
  readConversations,
} from "./conversations.js";
import { emptyConversation, unreadableExport, zippedExport } from "./diagnostics.js";
import { exportsAt, isArchive } from "./find-exports.js";

/** Where a conversation lies, as its ref carries it from listing to loading. */
export interface AccountLocator extends Location {
  format: typeof format;
  /** Where other exports hold it, as it was at an earlier time. */
  copies?: Location[];
}

/** The on-disk shape of an account's export. */
export const format = "claude-ai/export";

/** The conversation as one export holds it. */
interface Version {
  id: string;
  head: ConversationHead;
  location: Location;
  isEmpty: boolean;
}

/**
 * The conversations of all exports at the roots. What several exports hold is listed once, as it was
 * last. Reports what hides conversations; roots without an export hold none. With `empty` it lists
 * conversations that no export holds a message of, too.
 */
export async function listExports(
  roots: readonly string[],
  empty: boolean,
  context: Context,
): Promise<SessionRef<AccountLocator>[]> {
  const versions = new Map<string, Version[]>();
  for (const path of new Set(roots.flatMap((root) => filesAt(root, context))))
    for (const version of await versionsIn(path, empty, context))
      addToList(versions, version.id, version);
  return [...versions.values()].map((all) => refOf(withoutEmpty(all)));
}

/** The folders of the exports at the roots; what is wrong with a root is told by listing its conversations. */
export function foldersAt(roots: readonly string[], { signal }: Context): string[] {
  const silent = contextFor({ signal }, {});
  return [...new Set(roots.flatMap((root) => filesAt(root, silent)).map((path) => dirname(path)))];
}

function filesAt(root: string, context: Context): string[] {
  try {
    const files = exportsAt(root);
    if (isArchive(root)) context.report(zippedExport(root));
    return files;
  } catch (cause) {
    if (!isMissing(cause)) context.report(unreadableExport(root, cause));
    return [];
  }
}

async function versionsIn(
  path: string,
  isEmptyWanted: boolean,
  context: Context,
): Promise<Version[]> {
  const versions: Version[] = [];
  try {
    for await (const conversation of readConversations(path, context))
      if (isEmpty(conversation) && !isEmptyWanted)
        context.report(emptyConversation(path, pointer(conversation.location.index)));
      else {
        const { id, location } = conversation;
        const head = headOf(conversation);
        versions.push({ id, head, location, isEmpty: isEmpty(conversation) });
      }
  } catch (cause) {
    context.signal.throwIfAborted();
    context.report(unreadableExport(path, cause));
  }
  return versions;
}

function isEmpty({ messages }: Conversation): boolean {
  return !messages.some((message) => hasContent(objectOf(message) ?? {}));
}

/** What one export has lost, another may still have. */
function withoutEmpty(versions: Version[]): Version[] {
  return nonEmpty(versions.filter((version) => !version.isEmpty)) ?? versions;
}

function refOf(versions: Version[]): SessionRef<AccountLocator> {
  const [latest, ...others] = versions.sort(latestFirst) as [Version, ...Version[]];
  const { id, head, location } = latest;
  const { titleFrom: _, ...listed } = head;
  const copies = nonEmpty(others.map((other) => other.location));
  return {
    id,
    source: "claude-ai",
    ...listed,
    ...(latest.isEmpty && { listedBy: "empty" }),
    bytes: versions.reduce((sum, version) => sum + version.location.length, 0),
    revision: revisionOf(versions),
    locator: present({ format, ...location, copies }),
  };
}

function latestFirst(a: Version, b: Version): number {
  return (
    compareStrings(b.head.updatedAt ?? "", a.head.updatedAt ?? "") ||
    b.location.length - a.location.length ||
    compareStrings(a.location.path, b.location.path) ||
    a.location.start - b.location.start
  );
}

// Each change of a conversation changes its time, so its text need not be hashed.
function revisionOf(versions: readonly Version[]): string {
  const hash = createHash("sha256");
  for (const { id, head, location } of versions)
    hash.update(`${id}\0${head.updatedAt ?? ""}\0${location.length}\n`);
  return hash.digest("hex").slice(0, 16);
}

/** The exports at the roots with the number of their conversations, and the roots without any. */
export async function storesAt(
  roots: readonly string[],
  empty: boolean,
  context: Context,
): Promise<Store[]> {
  const stores: Store[] = [];
  for (const root of roots)
    try {
      const files = exportsAt(root);
      for (const path of files) stores.push(await storeOf(path, empty, context));
      if (files.length === 0) stores.push(emptyStore(root));
    } catch (cause) {
      context.signal.throwIfAborted();
      const found = !isMissing(cause);
      stores.push({ path: root, format, found, readable: false, reason: messageOf(cause) });
    }
  return stores;
}

async function storeOf(path: string, empty: boolean, { signal }: Context): Promise<Store> {
  // What is wrong with it is told by listing.
  let reason: string | undefined;
  const report = ({ code, message }: { code: string; message: string }) => {
    if (code === "unreadable-file") reason = message;
  };
  const sessions = (await listExports([path], empty, contextFor({ report, signal }, {}))).length;
  return reason === undefined
    ? { path, format, found: true, readable: true, sessions }
    : { path, format, found: true, readable: false, reason };
}

function emptyStore(path: string): Store {
  return isArchive(path)
    ? { path, format, found: true, readable: false, reason: "an archive, not unpacked" }
    : { path, format, found: true, readable: true, sessions: 0 };
}

import { createHash } from "node:crypto";
import { basename } from "node:path";
import {
  type Context,
  compareStrings,
  messageOf,
  present,
  type SessionRef,
  type Store,
} from "@chatexport/core";
import { countEach, isMissing, unreadableFolder } from "@chatexport/core/read";
import { cliHead } from "./cli/heads.js";
import { turnHeads } from "./cli/turns.js";
import type { Head } from "./head.js";
import { lookAt, type Place, type SessionFile } from "./locate.js";
import { type ChatIndex, createChatIndex } from "./vscode/chat-index.js";
import { chatHead } from "./vscode/heads.js";
import { storedHeads } from "./vscode/stored-chats.js";

/** The sessions at some places. Reports what hides one. */
export function listSessions(places: readonly Place[], context: Context): SessionRef<Head>[] {
  const found = places.flatMap((place) => {
    try {
      return lookAt(place, context);
    } catch (cause) {
      context.signal.throwIfAborted();
      if (!isMissing(cause)) context.report(unreadableFolder(place.path, cause));
      return [];
    }
  });
  return headsOf(found, context).map(refOf);
}

function headsOf(found: readonly SessionFile[], context: Context): Head[] {
  const heads = new Map<string, Head>();
  const index = createChatIndex(context);
  const files = new Map(found.map((file) => [file.path, file]));
  // Transcripts repeat chats, and the database repeats everything.
  for (const file of [...files.values()].sort((a, b) => order[a.kind] - order[b.kind])) {
    context.signal.throwIfAborted();
    for (const head of headsIn(file, (id) => heads.has(id), index, context)) {
      const known = heads.get(head.id);
      // Each copy of a chat that went to another workspace is older.
      if (!known || (file.kind !== "transcript" && isNewer(head, known))) heads.set(head.id, head);
    }
  }
  return [...heads.values()].sort((a, b) => compareStrings(a.id, b.id));
}

const order: Readonly<Record<SessionFile["kind"], number>> = {
  cli: 0,
  chat: 1,
  "stored-chats": 2,
  transcript: 3,
  turns: 4,
};

function headsIn(
  { path, kind }: SessionFile,
  isKnown: (id: string) => boolean,
  index: ChatIndex,
  context: Context,
): Head[] {
  if (kind === "turns") return turnHeads(path, isKnown, context);
  if (kind === "stored-chats") return storedHeads(path, index, context);
  const own = path.endsWith(".json") ? "copilot/document" : "copilot/events";
  const head =
    kind === "chat"
      ? chatHead(path, index, context)
      : cliHead(path, kind === "transcript" ? "copilot/transcript" : own, context);
  return head ? [head] : [];
}

/** Whether one goes further than another; of two that end together, the log does. */
function isNewer(head: Head, known: Head): boolean {
  const [one, two] = [head.updatedAt ?? "", known.updatedAt ?? ""];
  if (one !== two) return one > two;
  const isLog = (each: Head) => each.path.endsWith(".jsonl");
  return isLog(head) === isLog(known) ? head.bytes > known.bytes : isLog(head);
}

function refOf(head: Head): SessionRef<Head> {
  const { id, title, cwd, project, branch, startedAt, updatedAt, bytes, kind } = head;
  return present<SessionRef<Head>>({
    id,
    source: "copilot",
    title,
    cwd,
    project,
    branch,
    startedAt,
    updatedAt,
    bytes,
    trace: kind === "turns" ? true : undefined,
    revision: createHash("sha256")
      .update(`${basename(head.path)}\n${head.state}\n${title}`)
      .digest("hex")
      .slice(0, 16),
    locator: head,
  });
}

/** The places with the number of their sessions; those of a place in another count for both. */
export function storesAt(places: readonly Place[], context: Context): Store[] {
  const silent: Context = { report() {}, signal: context.signal };
  return places.map((place): Store => {
    const { path } = place;
    const format = "copilot";
    try {
      const heads = headsOf(lookAt(place, silent), silent);
      const formats = Object.fromEntries(countEach(heads.map((head) => head.format)));
      const bytes = heads.reduce((sum, head) => sum + head.bytes, 0);
      const found = { path, format, found: true, readable: true, sessions: heads.length };
      return heads.length === 0 ? found : { ...found, formats, bytes };
    } catch (cause) {
      context.signal.throwIfAborted();
      return { path, format, found: !isMissing(cause), readable: false, reason: messageOf(cause) };
    }
  });
}

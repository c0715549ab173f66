import { basename } from "node:path";
import {
  type Context,
  compareStrings,
  present,
  type SessionRef,
  type Store,
} from "@chatexport/core";
import { isLinesName, isMissing, unreadableFile, unreadableFolder } from "@chatexport/core/read";
import { revisionOf, storesOf } from "@chatexport/core/source";
import { cliHead } from "./cli/heads.js";
import { turnHeads } from "./cli/turns.js";
import { unreadableDatabase } from "./diagnostics.js";
import type { Head } from "./head.js";
import { lookAt, type Place, type SessionFile } from "./locate.js";
import { createChatIndex, storedHeads } from "./vscode/editor-database.js";
import { chatHead } from "./vscode/heads.js";
import type { ChatIndex } from "./vscode/places.js";

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

/** The heads in a file. Reports one that cannot be read. */
function headsIn(
  { path, kind }: SessionFile,
  isKnown: (id: string) => boolean,
  index: ChatIndex,
  context: Context,
): Head[] {
  const own = path.endsWith(".json") ? "copilot/document" : "copilot/events";
  try {
    if (kind === "turns") return turnHeads(path, isKnown, context);
    if (kind === "stored-chats") return storedHeads(path, index, context);
    const head =
      kind === "chat"
        ? chatHead(path, index, context)
        : cliHead(path, kind === "transcript" ? "copilot/transcript" : own, context);
    return head ? [head] : [];
  } catch (cause) {
    context.signal.throwIfAborted();
    const isDatabase = kind === "turns" || kind === "stored-chats";
    context.report((isDatabase ? unreadableDatabase : unreadableFile)(path, cause));
    return [];
  }
}

/** True when one goes further than another; of two that end together, the log does. */
function isNewer(head: Head, known: Head): boolean {
  const [one, two] = [head.updatedAt ?? "", known.updatedAt ?? ""];
  if (one !== two) return one > two;
  const isLog = (each: Head) => isLinesName(each.path);
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
    revision: revisionOf([], basename(head.path), head.state, title),
    locator: head,
  });
}

/** The places with the number of their sessions; those of a place in another count for both. */
export function storesAt(places: readonly Place[], context: Context): Store[] {
  return places.flatMap((place) => {
    const list = (_: string, silent: Context) => headsOf(lookAt(place, silent), silent).map(refOf);
    return storesOf([place.path], "copilot", list, context, ({ format }) => format);
  });
}

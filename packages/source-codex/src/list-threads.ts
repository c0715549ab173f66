import {
  type Context,
  compareStrings,
  type Parent,
  present,
  type SessionRef,
  type Store,
} from "@chatexport/core";
import {
  attempt,
  emptySession,
  isMissing,
  objectOf,
  projectOf,
  sizeOf,
  textOf,
  unreadableFolder,
} from "@chatexport/core/read";
import { revisionOf, storesOf } from "@chatexport/core/source";
import { headOf } from "./heads.js";
import { type HistoryLocator, promptsIn } from "./history.js";
import { lookAt, type Place } from "./locate.js";
import { type Segment, type Segments, segmentFiles, segmentsOf } from "./segments.js";
import { childrenOf, type Thread, type ThreadFile, threadsIn } from "./threads.js";
import { type Title, titlesIn } from "./titles.js";

/** The place of a session, as its ref carries it from listing to loading. */
export interface ThreadLocator extends Segments {
  id: string;
  format: string;
  archived?: true;
  title?: Title;
  startedAt?: string;
  /** The folder where it began. */
  cwd?: string;
  parent?: Parent;
  /** The session that it was copied from, when that is there. */
  origin?: ThreadLocator;
  children: ThreadLocator[];
}

/** Sessions of all kinds. */
export type CodexLocator = ThreadLocator | HistoryLocator;

/** The sessions at some places. Reports what hides one. */
export function listThreads(
  paths: readonly string[],
  isEmptyWanted: boolean,
  context: Context,
): SessionRef<CodexLocator>[] {
  const places = paths.flatMap((path) => placeAt(path, context));
  const files = places.flatMap((place) => place.files);
  const threads = threadsIn(files, context);
  const homes = [...new Set(places.flatMap(({ home }) => home ?? []))];
  const titles = new Map(homes.flatMap((home) => [...titlesIn(home, context)]));
  const children = childrenOf(threads);
  const embedded = new Set([...children.values()].flat());
  const shown = [...threads.values()].filter((thread) => !embedded.has(thread));
  const isEmpty = ({ id, files }: Thread) =>
    files.every(({ head }) => head.isEmpty) && !children.has(id);
  const empty = new Set(shown.filter(isEmpty).map(({ id }) => id));
  // A prompt that was interrupted at once stands in the history alone.
  const isAlone = (id: string) => !threads.has(id) || empty.has(id);
  const prompts = homes.flatMap((home) => promptsIn(home, isAlone, context));
  const prompted = new Set(prompts.map(({ id }) => id));
  const found = { threads, files: segmentFiles(threads.values()), children, titles };
  const refs = shown.flatMap((thread): SessionRef<CodexLocator>[] => {
    const ref = refOf(thread, locatorOf(thread, found));
    if (!empty.has(thread.id)) return [ref];
    if (isEmptyWanted && !prompted.has(thread.id)) return [{ ...ref, listedBy: "empty" }];
    context.report(emptySession(thread.files[0]?.path ?? ""));
    return [];
  });
  return [...refs, ...prompts].sort((a, b) => compareStrings(a.id, b.id));
}

function placeAt(path: string, context: Context): Place[] {
  try {
    return [lookAt(path, context)];
  } catch (cause) {
    context.signal.throwIfAborted();
    if (!isMissing(cause)) context.report(unreadableFolder(path, cause));
    return [];
  }
}

/** The sessions found at all places, by id. */
interface Found {
  threads: ReadonlyMap<string, Thread>;
  /** By the ids of the segments in them. */
  files: ReadonlyMap<string, ThreadFile>;
  children: ReadonlyMap<string, Thread[]>;
  titles: ReadonlyMap<string, Title>;
}

function locatorOf(thread: Thread, found: Found): ThreadLocator {
  const { threads, children, titles } = found;
  const { id, files, header, parent } = thread;
  const { segments, isParentMissing } = segmentsOf(thread, found.files);
  const forked = textOf(header.forked_from_id);
  // Older versions repeat the other session in the file of the new one.
  const isCopied = header.history_base === undefined && forked !== undefined && forked !== id;
  const original = isCopied ? threads.get(forked) : undefined;
  return present<ThreadLocator>({
    id,
    format: `codex/${files[0]?.head.shape ?? "bare"}`,
    segments,
    isParentMissing: isParentMissing || (isCopied && !original),
    archived: files.at(-1)?.archived ? true : undefined,
    title: titles.get(id) ?? titleOf(files, segments.slice(-files.length)),
    startedAt: files[0]?.head.startedAt,
    cwd: files[0]?.head.cwd,
    parent,
    origin: original && locatorOf(original, { ...found, threads: new Map(), children: new Map() }),
    children: (children.get(id) ?? []).map((child) => locatorOf(child, found)),
  });
}

/** The first title in files with these segments; a prompt that a revert took back is one only without another. */
function titleOf(files: readonly ThreadFile[], own: readonly Segment[]): Title | undefined {
  const kept = files.map(({ path, head }, index) => {
    const cuts = own.slice(index + 1).flatMap(({ cut }) => cut ?? []);
    if (!head.title || cuts.length === 0) return head.title;
    return attempt(() => headOf(path, sizeOf(path), Math.min(...cuts)))?.title;
  });
  return [...kept, ...files.map(({ head }) => head.title)].find((title) => title !== undefined);
}

function refOf({ id, header, files }: Thread, locator: ThreadLocator): SessionRef<CodexLocator> {
  return present<SessionRef<CodexLocator>>({
    id,
    source: "codex",
    title: locator.title?.title,
    cwd: locator.cwd,
    project: projectOf(locator.cwd, textOf(objectOf(header.git)?.repository_url)),
    branch: textOf(objectOf(header.git)?.branch),
    startedAt: locator.startedAt,
    updatedAt: files.at(-1)?.head.updatedAt,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    archived: locator.archived,
    parent: locator.parent,
    subagentCount: locator.children.length || undefined,
    revision: revisionOf(allPaths(locator), locator.title?.title),
    locator,
  });
}

/** All files that a session is made of. */
export function allPaths({ segments, children, origin }: ThreadLocator): string[] {
  const own = segments.map(({ path }) => path);
  return [...own, ...(origin ? allPaths(origin) : []), ...children.flatMap(allPaths)];
}

/** The places with the number of their sessions; those of a place in another count for both. */
export function storesAt(
  paths: readonly string[],
  isEmptyWanted: boolean,
  context: Context,
): Store[] {
  const list = (path: string, silent: Context) => {
    lookAt(path, silent);
    return listThreads([path], isEmptyWanted, silent);
  };
  return storesOf(paths, "codex", list, context, ({ format }) => format);
}

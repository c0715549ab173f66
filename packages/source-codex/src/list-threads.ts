import {
  type Context,
  compareStrings,
  errorCode,
  type JsonObject,
  messageOf,
  type Project,
  present,
  type SessionRef,
  type Store,
} from "@chatexport/core";
import { objectOf, textOf, unreadableFolder } from "@chatexport/core/read";
import { type HistoryLocator, promptsIn } from "./history.js";
import { lookAt, type Place } from "./locate.js";
import {
  childrenOf,
  revisionOf,
  type Segment,
  segmentsOf,
  spawnedBy,
  type Thread,
  threadsIn,
} from "./threads.js";
import { type Title, titlesIn } from "./titles.js";

/** Where a session lies, as its ref carries it from listing to loading. */
export interface ThreadLocator {
  id: string;
  format: string;
  segments: Segment[];
  /** What came before it lies in no file. */
  isParentMissing?: true;
  archived?: true;
  title?: Title;
  startedAt?: string;
  /** Where it began. */
  cwd?: string;
  /** The session that it was copied from, when that is there. */
  origin?: ThreadLocator;
  children: ThreadLocator[];
}

/** Sessions of all kinds. */
export type CodexLocator = ThreadLocator | HistoryLocator;

/** The sessions at some places. Reports what hides one. */
export function listThreads(
  paths: readonly string[],
  context: Context,
): SessionRef<CodexLocator>[] {
  const places = paths.flatMap((path) => placeAt(path, context));
  const files = places.flatMap((place) => place.files);
  const threads = threadsIn(files, context);
  const homes = new Set(places.flatMap(({ home }) => home ?? []));
  const titles = new Map([...homes].flatMap((home) => [...titlesIn(home, context)]));
  const children = childrenOf(threads);
  const embedded = new Set([...children.values()].flat().map(({ id }) => id));
  const refs: SessionRef<CodexLocator>[] = [...threads.values()]
    .filter(({ id }) => !embedded.has(id))
    .map((thread) => refOf(thread, locatorOf(thread, threads, children, titles)));
  for (const home of homes)
    for (const ref of promptsIn(home, context)) if (!threads.has(ref.id)) refs.push(ref);
  return refs.sort((a, b) => compareStrings(a.id, b.id));
}

function placeAt(path: string, context: Context): Place[] {
  try {
    return [lookAt(path, context)];
  } catch (cause) {
    context.signal.throwIfAborted();
    if (!isNotFound(cause)) context.report(unreadableFolder(path, cause));
    return [];
  }
}

function isNotFound(cause: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes(errorCode(cause) ?? "");
}

function locatorOf(
  thread: Thread,
  threads: ReadonlyMap<string, Thread>,
  children: ReadonlyMap<string, Thread[]>,
  titles: ReadonlyMap<string, Title>,
): ThreadLocator {
  const { segments, isParentMissing } = segmentsOf(thread, threads);
  const [first] = thread.files;
  const last = thread.files.at(-1);
  const title = titles.get(thread.id) ?? thread.files.find(({ head }) => head.title)?.head.title;
  const parent = textOf(thread.header.forked_from_id) ?? spawnedBy(thread);
  const isCopied = thread.header.history_base === undefined && parent !== thread.id;
  const source = isCopied && parent !== undefined ? threads.get(parent) : undefined;
  return present({
    id: thread.id,
    format: `codex/${first?.head.shape ?? "bare"}`,
    segments,
    isParentMissing:
      isParentMissing || (isCopied && parent !== undefined && !source)
        ? (true as const)
        : undefined,
    archived: last?.archived ? (true as const) : undefined,
    title,
    startedAt: first?.head.startedAt,
    cwd: textOf(thread.header.cwd),
    origin: source && locatorOf(source, new Map(), new Map(), titles),
    children: (children.get(thread.id) ?? []).map((child) =>
      locatorOf(child, threads, children, titles),
    ),
  });
}

function refOf(thread: Thread, locator: ThreadLocator): SessionRef<CodexLocator> {
  const { header, files } = thread;
  const parent = parentOf(thread);
  const git = objectOf(header.git);
  const all = allPaths(locator);
  return present<SessionRef<CodexLocator>>({
    id: thread.id,
    source: "codex",
    title: locator.title?.title,
    cwd: textOf(header.cwd),
    project: projectOf(header),
    branch: textOf(git?.branch),
    startedAt: locator.startedAt,
    updatedAt: files.at(-1)?.head.updatedAt,
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    archived: locator.archived,
    parent,
    subagentCount: locator.children.length > 0 ? locator.children.length : undefined,
    revision: revisionOf(all, [locator.title?.title ?? ""]),
    locator,
  });
}

/** What a session was about: its first folder. */
export function projectOf(header: JsonObject): Project | undefined {
  const path = textOf(header.cwd);
  if (path === undefined) return undefined;
  const name = textOf(path.split(/[\\/]/).findLast((part) => part !== "") ?? "");
  return present({ name, path, remote: textOf(objectOf(header.git)?.repository_url) });
}

/** The session that a session came out of. */
export function parentOf(
  thread: Pick<Thread, "header" | "id"> & Partial<Thread>,
): SessionRef["parent"] {
  const forked = textOf(thread.header.forked_from_id);
  const spawned = spawnedBy({ id: thread.id, files: [], header: thread.header });
  if (spawned !== undefined) return { sessionId: spawned, relation: "subagent" };
  return forked === undefined ? undefined : { sessionId: forked, relation: "fork" };
}

/** All files that a session is made of. */
export function allPaths({ segments, children, origin }: ThreadLocator): string[] {
  const own = segments.map(({ path }) => path);
  return [...own, ...(origin ? allPaths(origin) : []), ...children.flatMap(allPaths)];
}

/** The places with the number of their sessions; those of a place in another count for both. */
export function storesAt(paths: readonly string[], context: Context): Store[] {
  const silent: Context = { report() {}, signal: context.signal };
  return paths.map((path): Store => {
    const format = "codex";
    try {
      const { files } = lookAt(path, silent);
      const refs = listThreads([path], silent);
      const formats: Record<string, number> = {};
      for (const { locator } of refs) formats[locator.format] = (formats[locator.format] ?? 0) + 1;
      const bytes = refs.reduce((sum, ref) => sum + (ref.bytes ?? 0), 0);
      return present<Store>({
        path,
        format,
        found: true,
        readable: true,
        sessions: refs.length,
        formats: refs.length > 0 ? formats : undefined,
        bytes: files.length > 0 ? bytes : undefined,
      });
    } catch (cause) {
      context.signal.throwIfAborted();
      return { path, format, found: !isNotFound(cause), readable: false, reason: messageOf(cause) };
    }
  });
}

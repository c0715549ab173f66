import { createHash } from "node:crypto";
import { statSync } from "node:fs";
import { basename } from "node:path";
import { type Context, compareStrings, type JsonObject } from "@chatexport/core";
import {
  addToList,
  attempt,
  numberOf,
  objectOf,
  textOf,
  unreadableFile,
} from "@chatexport/core/read";
import { foreignFile } from "./diagnostics.js";
import { type Head, headOf } from "./heads.js";
import type { RolloutFile } from "./locate.js";

/** A file of a session. */
interface ThreadFile extends RolloutFile {
  head: Head;
  bytes: number;
  modified: number;
}

/** A session with all of its files, the oldest first. */
export interface Thread {
  id: string;
  files: ThreadFile[];
  header: JsonObject;
}

/** A file that messages are read from. */
export interface Segment {
  path: string;
  /** The session whose file it is, when that is another one. */
  thread?: string;
  /** From which ordinal on the file takes the place of what was before. */
  cut?: number;
  /** Only records before this ordinal belong to the session. */
  end?: number;
}

/** The sessions in files. Reports what hides one. */
export function threadsIn(files: readonly RolloutFile[], context: Context): Map<string, Thread> {
  const byName = new Map<string, ThreadFile>();
  for (const file of files) {
    context.signal.throwIfAborted();
    const found = threadFile(file, context);
    if (!found) continue;
    // The same file may lie in several roots, and as a plain one beside a compressed one.
    const name = basename(file.path).replace(/\.zst$/, "");
    const other = byName.get(name);
    if (!other || isBetter(found, other)) byName.set(name, found);
  }
  const groups = new Map<string, ThreadFile[]>();
  for (const file of byName.values()) addToList(groups, file.head.id, file);
  return new Map(
    [...groups].map(([id, own]) => {
      own.sort((a, b) => compareStrings(nameOf(a), nameOf(b)));
      return [id, { id, files: own, header: own[0]?.head.header ?? {} }];
    }),
  );
}

function nameOf({ path }: ThreadFile): string {
  return basename(path).replace(/\.jsonl(\.zst)?$/, "");
}

function isBetter(file: ThreadFile, other: ThreadFile): boolean {
  const isPlain = (path: string) => !path.endsWith(".zst");
  if (isPlain(file.path) !== isPlain(other.path)) return isPlain(file.path);
  return file.bytes > other.bytes;
}

function threadFile(file: RolloutFile, context: Context): ThreadFile | undefined {
  try {
    const { size, mtimeMs } = statSync(file.path);
    const head = headOf(file.path, size);
    if (head) return { ...file, head, bytes: size, modified: mtimeMs };
    context.report(foreignFile(file.path));
  } catch (cause) {
    context.report(unreadableFile(file.path, cause));
  }
  return undefined;
}

/** The session that a sub-agent belongs to. */
export function spawnedBy({ header }: Thread): string | undefined {
  const subagent = objectOf(header.source)?.subagent;
  if (subagent === undefined) return undefined;
  const spawn = objectOf(objectOf(subagent)?.thread_spawn);
  return textOf(spawn?.parent_thread_id) ?? textOf(header.parent_thread_id);
}

/** The sub-agents of each session that is there; those in a circle belong to nobody. */
export function childrenOf(threads: ReadonlyMap<string, Thread>): Map<string, Thread[]> {
  const children = new Map<string, Thread[]>();
  for (const thread of threads.values()) {
    const parent = spawnedBy(thread);
    if (parent !== undefined && threads.has(parent) && !isInCircle(thread, threads))
      addToList(children, parent, thread);
  }
  return children;
}

function isInCircle(thread: Thread, threads: ReadonlyMap<string, Thread>): boolean {
  const met = new Set<string>();
  for (let at: Thread | undefined = thread; at; ) {
    if (met.has(at.id)) return true;
    met.add(at.id);
    const parent = spawnedBy(at);
    at = parent === undefined ? undefined : threads.get(parent);
  }
  return false;
}

/** The files of a session in the order in which they are read, those of its ancestors first. */
export function segmentsOf(
  thread: Thread,
  threads: ReadonlyMap<string, Thread>,
): { segments: Segment[]; isParentMissing: boolean } {
  const base = baseOf(thread.files[0]?.head.header ?? {});
  const isForked = base !== undefined && base.thread !== thread.id;
  const inherited = isForked
    ? inheritedFrom(
        base.thread,
        base.end,
        thread.files[0]?.head.startedAt,
        threads,
        new Set([thread.id]),
      )
    : [];
  const own = thread.files.map(({ path, head }): Segment => {
    const cut = baseOf(head.header);
    return cut && cut.thread === thread.id ? { path, cut: cut.end } : { path };
  });
  return { segments: [...inherited, ...own], isParentMissing: isForked && inherited.length === 0 };
}

function inheritedFrom(
  id: string,
  end: number,
  before: string | undefined,
  threads: ReadonlyMap<string, Thread>,
  met: Set<string>,
): Segment[] {
  const thread = threads.get(id);
  if (!thread || met.has(id)) return [];
  met.add(id);
  const base = baseOf(thread.header);
  const [first] = thread.files;
  const older =
    base && base.thread !== id
      ? inheritedFrom(base.thread, Math.min(end, base.end), first?.head.startedAt, threads, met)
      : [];
  // What the parent took back later was still there when the fork was made.
  const files = thread.files.filter(
    ({ head }, index) => index === 0 || !before || !head.startedAt || head.startedAt <= before,
  );
  return [
    ...older,
    ...files.map(({ path, head }): Segment => {
      const cut = baseOf(head.header);
      return { path, thread: id, end, ...(cut?.thread === id && { cut: cut.end }) };
    }),
  ];
}

/** Where the messages before a file stand. */
function baseOf(header: JsonObject): { thread: string; end: number } | undefined {
  const base = objectOf(header.history_base);
  const thread = textOf(base?.thread_id);
  const end = numberOf(base?.end_ordinal_exclusive);
  return thread === undefined || end === undefined ? undefined : { thread, end };
}

/** Tells of each change of the files. */
export function revisionOf(paths: readonly string[], more: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of paths) {
    const info = attempt(() => statSync(path));
    hash.update(`${basename(path)}\0${info?.size}\0${info?.mtimeMs}\n`);
  }
  for (const text of more) hash.update(`${text}\n`);
  return hash.digest("hex").slice(0, 16);
}

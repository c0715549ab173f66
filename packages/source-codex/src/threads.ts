import { statSync } from "node:fs";
import {
  type Context,
  compareStrings,
  type JsonObject,
  type Parent,
  present,
} from "@chatexport/core";
import {
  addToList,
  emptySession,
  groupBy,
  sizeOf,
  unknownFile,
  unreadableFile,
} from "@chatexport/core/read";
import { type Head, headOf, nameOf } from "./heads.js";
import type { RolloutFile } from "./locate.js";

/** A file of a session. */
export interface ThreadFile extends RolloutFile {
  head: Head;
  bytes: number;
}

/** A session with all of its files, the oldest first. */
export interface Thread {
  id: string;
  files: ThreadFile[];
  header: JsonObject;
  parent?: Parent;
}

/** The sessions in files. Reports what hides one. */
export function threadsIn(files: readonly RolloutFile[], context: Context): Map<string, Thread> {
  const byName = new Map<string, ThreadFile>();
  for (const file of files) {
    context.signal.throwIfAborted();
    const found = threadFile(file, context);
    if (!found) continue;
    // The same file may lie in several roots, and as a plain one beside a compressed one.
    const name = nameOf(found.path);
    const other = byName.get(name);
    if (!other || isBetter(found, other)) byName.set(name, found);
  }
  return new Map(
    [...groupBy(byName.values(), ({ head }) => head.id)].map(([id, own]) => {
      own.sort((a, b) => compareStrings(nameOf(a.path), nameOf(b.path)));
      const { header = {}, parent } = own[0]?.head ?? {};
      return [id, present<Thread>({ id, files: own, header, parent })];
    }),
  );
}

function isBetter(file: ThreadFile, other: ThreadFile): boolean {
  const [isPlain, isOtherPlain] = [file, other].map(({ path }) => !/\.(?:gz|zst)$/.test(path));
  return isPlain === isOtherPlain ? file.bytes > other.bytes : isPlain === true;
}

function threadFile(file: RolloutFile, context: Context): ThreadFile | undefined {
  try {
    const { size, mtimeMs, ctimeMs } = statSync(file.path);
    const find = () => headOf(file.path, sizeOf(file.path));
    const head = context.recall
      ? context.recall(`codex ${file.path}`, `${size} ${mtimeMs} ${ctimeMs}`, find)
      : find();
    if (head) return { ...file, head, bytes: size };
    context.report(size === 0 ? emptySession(file.path) : unknownFile(file.path, "Codex"));
  } catch (cause) {
    context.report(unreadableFile(file.path, cause));
  }
  return undefined;
}

/** The sub-agents of each session that is there; those in a circle belong to nobody. */
export function childrenOf(threads: ReadonlyMap<string, Thread>): Map<string, Thread[]> {
  const children = new Map<string, Thread[]>();
  const parentOf = ({ parent }: Thread) =>
    parent?.relation === "subagent" ? threads.get(parent.sessionId ?? "") : undefined;
  for (const thread of threads.values()) {
    const parent = parentOf(thread);
    const met = new Set([thread]);
    let above = parent;
    for (; above && !met.has(above); above = parentOf(above)) met.add(above);
    if (parent && !above) addToList(children, parent.id, thread);
  }
  return children;
}

import { readdirSync, statSync } from "node:fs";
import {
  type Context,
  compareStrings,
  contextFor,
  errorCode,
  messageOf,
  type SessionRef,
  type Store,
} from "@chatexport/core";
import { unreadableFile } from "@chatexport/core/read";
import { type ArchiveFile, filesAt, rootPath } from "./archive-files.js";
import { duplicateSession } from "./diagnostics.js";
import { isPipe, type Pipes } from "./pipes.js";
import type { Locator } from "./session-ref.js";
import { sessionsIn } from "./sessions-in-file.js";

/** A session of an archive, and the file that it is in. */
interface ListedInFile {
  ref: SessionRef<Locator>;
  file: ArchiveFile;
}

/**
 * The sessions of all roots in the order of their places, each once. Reports what hides a session:
 * files that are not ours or cannot be read, damaged lines of sessions, copies of a session.
 */
export async function listArchive(
  roots: readonly string[],
  pipes: Pipes,
  context: Context,
): Promise<ListedInFile[]> {
  return withoutDuplicates(await allIn(roots, pipes, context), context);
}

/** The sessions of all roots, each as often as it is there. */
async function allIn(
  roots: readonly string[],
  pipes: Pipes,
  context: Context,
): Promise<ListedInFile[]> {
  const found: ListedInFile[] = [];
  for (const file of await filesAt(roots, pipes, context)) {
    try {
      for (const ref of await sessionsIn(file, context)) found.push({ ref, file });
    } catch (cause) {
      context.signal.throwIfAborted();
      context.report(unreadableFile(file.path, cause));
    }
  }
  return found;
}

/** Of each session the fullest copy: the one with the latest record, then the largest, then the first. */
function withoutDuplicates(found: ListedInFile[], { report }: Context): ListedInFile[] {
  const fullest = new Map<string, ListedInFile>();
  for (const listed of found) {
    const known = fullest.get(keyOf(listed));
    if (!known || isFuller(listed.ref, known.ref)) fullest.set(keyOf(listed), listed);
  }
  return found.filter((listed) => {
    if (fullest.get(keyOf(listed)) === listed) return true;
    const { path, line } = listed.ref.locator;
    report(duplicateSession({ path, at: line }, listed.ref.id));
    return false;
  });
}

function keyOf({ ref }: ListedInFile): string {
  return JSON.stringify([ref.source, ref.id]);
}

function isFuller(a: SessionRef, b: SessionRef): boolean {
  const order =
    compareStrings(a.updatedAt ?? "", b.updatedAt ?? "") || (a.bytes ?? 0) - (b.bytes ?? 0);
  return order > 0;
}

/**
 * The store at each root: whether it exists, whether it can be read, how many sessions it has,
 * copies of others, too.
 */
export async function storesAt(
  roots: readonly string[],
  pipes: Pipes,
  context: Context,
): Promise<Store[]> {
  // What is wrong with single files is told by listing them.
  const silent = contextFor({ signal: context.signal }, {});
  const all = await allIn(roots, pipes, silent);
  const paths = [...new Set(roots.map(rootPath))];
  return Promise.all(
    paths.map(async (path): Promise<Store> => {
      const store = { path, format: "jsonl" };
      const failure = await failureAt(path, pipes, silent);
      if (failure) return { ...store, ...failure };
      const sessions = new Set(all.filter(({ file }) => file.roots.has(path)).map(keyOf));
      return { ...store, found: true, readable: true, sessions: sessions.size };
    }),
  );
}

/** The reason why nothing can be read at a root, if nothing can. */
async function failureAt(
  path: string,
  pipes: Pipes,
  context: Context,
): Promise<Pick<Store, "found" | "readable" | "reason"> | undefined> {
  try {
    if (isPipe(path)) await pipes.copyOf(path, context);
    else if (statSync(path).isDirectory()) readdirSync(path);
    return undefined;
  } catch (cause) {
    return { found: errorCode(cause) !== "ENOENT", readable: false, reason: messageOf(cause) };
  }
}

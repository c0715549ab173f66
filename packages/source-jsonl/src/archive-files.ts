import { readdirSync, type Stats, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Context, compareStrings } from "@chatexport/core";
import { isLinesName, realPath, unreadableFile, unreadableFolder } from "@chatexport/core/read";
import { isPipe, isStandardInput, type Pipes } from "./pipes.js";

/** A file that may hold sessions. */
export interface ArchiveFile {
  /** The file as the user named it, for diagnostics. */
  path: string;
  /** The place of its bytes: for a pipe a copy, else its path. */
  at: string;
  /** Its size in bytes. */
  size: number;
  /** Differs when its content has changed. */
  revision: string;
  /** The roots that it is, or lies below. */
  roots: Set<string>;
}

/** A root as diagnostics and stores name it. */
export function rootPath(root: string): string {
  return isStandardInput(root) ? root : resolve(root);
}

/**
 * The files at and below all roots in the order of their paths, each once, however many roots lead to
 * it. Reports what cannot be read; a root that does not exist holds nothing.
 */
export async function filesAt(
  roots: readonly string[],
  pipes: Pipes,
  context: Context,
): Promise<ArchiveFile[]> {
  const files = new Map<string, ArchiveFile>();
  for (const root of new Set(roots.map(rootPath))) {
    context.signal.throwIfAborted();
    const found = isPipe(root) ? await pipeAt(root, pipes, context) : filesBelow(root, context);
    for (const file of found) {
      const key = realPath(file.at);
      const known = files.get(key) ?? { ...file, roots: new Set() };
      known.roots.add(root);
      files.set(key, known);
    }
  }
  return [...files.values()].sort((a, b) => compareStrings(a.path, b.path));
}

type FoundFile = Omit<ArchiveFile, "roots">;

async function pipeAt(root: string, pipes: Pipes, context: Context): Promise<FoundFile[]> {
  try {
    return [{ path: root, ...(await pipes.copyOf(root, context)) }];
  } catch (cause) {
    context.signal.throwIfAborted();
    context.report(unreadableFile(root, cause));
    return [];
  }
}

function filesBelow(root: string, context: Context): FoundFile[] {
  let info: Stats | undefined;
  try {
    info = statSync(root, { throwIfNoEntry: false });
  } catch (cause) {
    context.report(unreadableFile(root, cause));
  }
  if (!info) return [];
  return info.isDirectory() ? [...walk(root, context)] : [fileOf(root, info)];
}

// Links to folders are not followed, for they may lead back to where they lie.
function* walk(folder: string, context: Context): Generator<FoundFile> {
  context.signal.throwIfAborted();
  for (const entry of entriesOf(folder, context)) {
    if (entry.name.startsWith(".")) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path, context);
    if (!isLinesName(entry.name) || !(entry.isFile() || entry.isSymbolicLink())) continue;
    try {
      const info = statSync(path);
      if (info.isFile()) yield fileOf(path, info);
    } catch (cause) {
      context.report(unreadableFile(path, cause));
    }
  }
}

function entriesOf(folder: string, context: Context) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (cause) {
    context.report(unreadableFolder(folder, cause));
    return [];
  }
}

function fileOf(path: string, { size, mtimeMs }: Stats): FoundFile {
  return { path, at: path, size, revision: `${size}-${mtimeMs}` };
}

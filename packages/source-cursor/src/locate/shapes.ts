import { statSync } from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { errorCode } from "@chatexport/core";
import {
  attempt,
  isLinesName,
  readBytes,
  realPath,
  unreadableFolder,
  withoutLinesEnding,
} from "@chatexport/core/read";
import { foreignFile } from "../diagnostics.js";
import { type ListContext, tryDatabase } from "./contexts.js";
import { type Entries, entriesOf } from "./folders.js";
import type { Root } from "./roots.js";
import { storeFiles } from "./store-files.js";

/** Something of Cursor's that was found, by its kind. */
export interface Shape {
  kind: /** The editor's `User` folder. */
    | "user-folder"
    /** A lone database of the editor; a `workspace.json` may lie beside it. */
    | "database"
    /** `~/.cursor`: what the command line and the agent keep. */
    | "dot-folder"
    /** `~/.cursor/chats`: a folder for each directory, in it one for each session. */
    | "chats"
    /** The folder of one session of the command line, or its `store.db`. */
    | "store"
    /** A folder of agent transcripts, or one transcript. */
    | "transcripts";
  path: string;
}

/** The shapes at several roots; those inside of another one that was found are left out. */
export function shapesOf(roots: readonly Root[], context: ListContext): Shape[] {
  const shapes = new Map<string, Shape>();
  for (const root of roots)
    for (const shape of shapesAt(root, context)) {
      const path = realPath(shape.path);
      if (!shapes.has(path)) shapes.set(path, shape);
    }
  const paths = [...shapes.keys()];
  return [...shapes]
    .filter(([path]) => !paths.some((other) => path.startsWith(other + sep)))
    .map(([, shape]) => shape);
}

/** The paths of the shapes of a kind. */
export function pathsOf(shapes: readonly Shape[], kind: Shape["kind"]): string[] {
  return shapes.filter((shape) => shape.kind === kind).map(({ path }) => path);
}

/** The shapes at a root; one that the user named may be any store or lie above some. Reports what is unreadable. */
function shapesAt({ path, kind }: Root, context: ListContext): Shape[] {
  try {
    if (statSync(path).isFile()) return shapeOfFile(path, context);
  } catch (cause) {
    if (errorCode(cause) !== "ENOENT") context.report(unreadableFolder(path, cause));
    return [];
  }
  if (kind !== "any") return [{ kind, path }];
  const found = shapesBelow(path, 0, new Set(), context);
  if (found.length > 0) return found;
  // Older transcripts have common endings, which count only in a folder that the user named.
  return entriesOf(path).files.some((name) => /\.(?:json|txt)$/.test(name))
    ? [{ kind: "transcripts", path }]
    : [];
}

function shapeOfFile(path: string, context: ListContext): Shape[] {
  const isDatabase = /\.(?:vscdb|db)$/.test(path) || beginsLike(path, /^SQLite format 3\0/);
  if (!isDatabase) return [{ kind: "transcripts", path }];
  const shapes = tryDatabase(path, context, (database): Shape[] => {
    const tables = database.tables();
    if (["ItemTable", "cursorDiskKV", "composerHeaders"].some((table) => tables.has(table)))
      return [{ kind: "database", path }];
    if (tables.has("blobs") && tables.has("meta")) return [{ kind: "store", path }];
    context.report(foreignFile(path, "database"));
    return [];
  });
  return shapes ?? [];
}

/** True when the beginning of a file, each byte as a character, is of a kind; not when it cannot be read. */
function beginsLike(path: string, start: RegExp): boolean {
  return attempt(() => start.test(readBytes(path, 0, 4096).toString("latin1"))) ?? false;
}

/** Deep enough for the homes inside of a backup of several disks. */
const deepest = 10;
const ignored: ReadonlySet<string> = new Set([".git", "node_modules"]);

function shapesBelow(
  folder: string,
  depth: number,
  seen: Set<string>,
  context: ListContext,
): Shape[] {
  const path = realPath(folder);
  if (seen.has(path)) return [];
  seen.add(path);
  const entries = entriesOf(folder, context);
  const kind = kindOfFolder(folder, entries, depth === 0);
  if (kind) return [{ kind, path: folder }];
  const found = entries.files
    // Cursor leaves copies beside a database: `state.vscdb.backup`, `state.vscdb.corrupted.…`.
    .filter((name) => name.endsWith(".vscdb") && !name.includes(".corrupt"))
    .map((name): Shape => ({ kind: "database", path: join(folder, name) }));
  if (depth < deepest)
    for (const name of entries.folders)
      if (!ignored.has(name))
        found.push(...shapesBelow(join(folder, name), depth + 1, seen, context));
  return found;
}

function kindOfFolder(
  folder: string,
  entries: Entries,
  isRoot: boolean,
): Shape["kind"] | undefined {
  const { files, folders } = entries;
  if (folders.includes("globalStorage") || folders.includes("workspaceStorage"))
    return "user-folder";
  if (isDotFolder(folder, entries)) return "dot-folder";
  if (marks.chats?.(entries, folder)) return "chats";
  if (files.includes("store.db")) return "store";
  return isTranscripts(folder, entries, isRoot) ? "transcripts" : undefined;
}

/** A project may have a folder `.cursor`, and any folder may be called "projects": the contents decide. */
function isDotFolder(folder: string, { folders }: Entries): boolean {
  if (basename(folder) === ".cursor" && folders.includes("plans")) return true;
  return Object.entries(marks).some(([name, isMark]) => {
    const path = join(folder, name);
    return folders.includes(name) && isMark(entriesOf(path), path);
  });
}

/** Tests for the contents of each folder in a dot folder. */
const marks: Readonly<Record<string, (entries: Entries, path: string) => boolean>> = {
  "acp-sessions": hasSessions,
  "ai-tracking": ({ files }) => files.includes("ai-code-tracking.db"),
  chats: ({ folders }, path) =>
    folders
      .filter((name) => /^[0-9a-f]{32}$/.test(name))
      .some((name) => hasSessions(entriesOf(join(path, name)), join(path, name))),
  projects: ({ folders }, path) =>
    folders.some((name) => entriesOf(join(path, name)).folders.includes("agent-transcripts")),
};

function hasSessions({ folders }: Entries, path: string): boolean {
  return folders.some((name) => {
    const { files } = entriesOf(join(path, name));
    return files.includes("store.db") || files.includes("meta.json");
  });
}

/** Other tools have files of the same kind, which a backup may hold: there the records decide. */
function isTranscripts(folder: string, { files, folders }: Entries, isRoot: boolean): boolean {
  const transcripts = files.filter(isLinesName);
  return (
    basename(folder) === "agent-transcripts" ||
    // The first lines may be damaged.
    transcripts.some(
      (name) => isRoot || beginsLike(join(folder, name), /^[\s\0]{0,100}\{\s{0,20}"role"/m),
    ) ||
    folders.some((id) =>
      entriesOf(join(folder, id)).files.some(
        (name) => isLinesName(name) && withoutLinesEnding(name) === id,
      ),
    )
  );
}

/** Reads files in Cursor's own folders; around a lone database only the folder for images is Cursor's. */
export function filesOf(shapes: readonly Shape[]) {
  return storeFiles(
    shapes.map(({ kind, path }) => {
      if (kind === "database") return join(dirname(path), "images");
      return kind === "user-folder" ? dirname(path) : path;
    }),
  );
}

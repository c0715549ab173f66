import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Copy, Omitted } from "../conversation/copy.js";
import {
  type Conversation,
  conversationsOf,
  splitEmptyCopies,
} from "../conversation/group-copies.js";
import type { ListContext } from "../locate/contexts.js";
import type { CursorOptions } from "../locate/options.js";
import { rootsOf } from "../locate/roots.js";
import { type Shape, shapesOf } from "../locate/shapes.js";
import { readSidecars, type Sidecars } from "../sidecars/sidecars.js";
import { knownFolders } from "../workspaces/folder-names.js";
import { listCaches } from "./cache-storage.js";
import { listChats } from "./list-chats.js";
import { listTranscripts } from "./list-transcripts.js";
import { type EditorListing, listDatabases, listUserFolder } from "./user-folder.js";

/** All stores and conversations. */
export interface Inventory {
  shapes: Shape[];
  sidecars: Sidecars;
  /** Those that are handed out; their sub-agents are inside of them. */
  conversations: Conversation[];
  /** Conversations of the editor that are not handed out. */
  omitted: Omitted[];
  /** The editor's databases, readable or not. */
  databases: string[];
}

/** Lists all stores; reports what hides conversations. */
export async function takeInventory(
  options: CursorOptions,
  context: ListContext,
): Promise<Inventory> {
  const shapes = shapesOf(rootsOf(options), context);
  const pathsOf = (kind: Shape["kind"]) =>
    shapes.filter((shape) => shape.kind === kind).map(({ path }) => path);
  const dotFolders = pathsOf("dot-folder");
  const userFolders = pathsOf("user-folder");

  const editors: EditorListing[] = [];
  for (const path of userFolders) {
    // Databases are read without waiting; others have their turn here.
    await setImmediate();
    context.signal.throwIfAborted();
    editors.push(listUserFolder(path, dotFolders, context));
  }
  const lone = pathsOf("database");
  if (lone.length > 0) editors.push(listDatabases(lone, dotFolders, context));

  const known = knownFolders(editors.flatMap(({ folders }) => folders));
  const folderOfHash = (hash: string) => known.folderOfHash(hash)?.cwd;
  const folderOfSlug = (slug: string) => known.folderOfSlug(slug)?.cwd;
  const { databases } = context;
  const copies: Copy[] = editors.flatMap((editor) => editor.copies);
  for (const { kind, path } of shapes) {
    await setImmediate();
    context.signal.throwIfAborted();
    const [chats, transcripts] = chatsAndTranscripts[kind](path);
    for (const folder of chats) copies.push(...listChats(folder, context, databases, folderOfHash));
    for (const folder of transcripts)
      copies.push(...listTranscripts(folder, context, folderOfSlug));
    if (options.cacheStorage && kind === "user-folder") copies.push(...listCaches(path, context));
  }
  const sidecars = readSidecars(shapes, context);
  const { kept, omitted } = splitEmptyCopies(copies);
  return {
    shapes,
    sidecars,
    conversations: conversationsOf(kept.map(sidecars.completeCopy)),
    omitted: [...editors.flatMap((editor) => editor.omitted), ...omitted],
    databases: editors.flatMap((editor) => editor.databases),
  };
}

type Folders = readonly [chats: readonly string[], transcripts: readonly string[]];

/** In which folders of each shape the command line and the agent keep conversations. */
const chatsAndTranscripts: Readonly<Record<Shape["kind"], (path: string) => Folders>> = {
  "user-folder": () => [[], []],
  database: () => [[], []],
  "dot-folder": (path) => [
    [join(path, "chats"), join(path, "acp-sessions")],
    [join(path, "projects")],
  ],
  chats: (path) => [[path], []],
  store: (path) => [[path], []],
  transcripts: (path) => [[], [path]],
};

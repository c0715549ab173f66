import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { once } from "@chatexport/core/read";
import type { Copy, Omitted } from "../conversation/copy.js";
import {
  type Conversation,
  conversationsOf,
  splitEmptyCopies,
} from "../conversation/group-copies.js";
import type { ListContext } from "../locate/contexts.js";
import type { CursorOptions } from "../locate/options.js";
import { rootsOf } from "../locate/roots.js";
import { pathsOf, type Shape, shapesOf } from "../locate/shapes.js";
import { readSidecars, type Sidecars } from "../sidecars/sidecars.js";
import { knownFolders } from "../workspaces/folder-names.js";
import { listCaches } from "./cache-storage.js";
import { listChats } from "./list-chats.js";
import { listUnnamedPlans } from "./list-plans.js";
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
  /** Plans that none of the conversations names; they are handed out where empty ones are. */
  unnamedPlans(): Copy[];
}

/** Lists all stores; reports what hides conversations. */
export async function takeInventory(
  options: CursorOptions,
  context: ListContext,
): Promise<Inventory> {
  const shapes = shapesOf(rootsOf(options), context);
  const dotFolders = pathsOf(shapes, "dot-folder");

  const editors: EditorListing[] = [];
  for (const path of pathsOf(shapes, "user-folder")) {
    // Databases are read without waiting; others have their turn here.
    await setImmediate();
    context.signal.throwIfAborted();
    editors.push(listUserFolder(path, dotFolders, context));
  }
  const lone = pathsOf(shapes, "database");
  if (lone.length > 0) editors.push(listDatabases(lone, dotFolders, context));

  const known = knownFolders(editors.flatMap(({ folders }) => folders));
  const folderOfHash = (hash: string) => known.folderOfHash(hash)?.cwd;
  const folderOfSlug = (slug: string) => known.folderOfSlug(slug)?.cwd;
  const copies: Copy[] = editors.flatMap((editor) => editor.copies);
  for (const { kind, path } of shapes) {
    await setImmediate();
    context.signal.throwIfAborted();
    const { chats = [], transcripts = [] } = folders[kind];
    for (const name of chats) copies.push(...listChats(join(path, name), context, folderOfHash));
    for (const name of transcripts)
      copies.push(...listTranscripts(join(path, name), context, folderOfSlug));
    if (options.cacheStorage && kind === "user-folder") copies.push(...listCaches(path, context));
  }
  const sidecars = readSidecars(shapes, context);
  const { kept, omitted } = splitEmptyCopies(copies);
  const unnamedPlans = once(() => listUnnamedPlans(dotFolders, kept, sidecars, context));
  const plans = context.empty ? unnamedPlans() : [];
  return {
    shapes,
    sidecars,
    conversations: conversationsOf([...kept.map(sidecars.completeCopy), ...plans]),
    omitted: [...editors.flatMap((editor) => editor.omitted), ...omitted],
    databases: editors.flatMap((editor) => editor.databases),
    unnamedPlans,
  };
}

/** In which folders of each shape the command line and the agent keep conversations; "": in itself. */
const folders: Readonly<Record<Shape["kind"], { chats?: string[]; transcripts?: string[] }>> = {
  "user-folder": {},
  database: {},
  "dot-folder": { chats: ["chats", "acp-sessions"], transcripts: ["projects"] },
  chats: { chats: [""] },
  store: { chats: [""] },
  transcripts: { transcripts: [""] },
};

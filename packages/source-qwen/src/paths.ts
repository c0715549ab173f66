import { dirname, join } from "node:path";
import type { Context, SourceOptions } from "@chatexport/core";
import {
  bothEnds,
  type PackedFiles,
  type PlacedStore,
  placedSessions,
  placesOf,
} from "@chatexport/core/source";
import { isChat, subagentFiles } from "./chat-files.js";
import { listedOf } from "./listed.js";

/** The tool's folder, and the one for what it writes while it runs. */
export function placesAt(given: SourceOptions): readonly string[] {
  return placesOf(given, ".qwen", "QWEN_HOME", "QWEN_RUNTIME_DIR");
}

/** The stores with what tells where their chats took place: each record of a chat and its sub-agents (0.24.4). */
export function placedStores(given: SourceOptions, context: Context): PlacedStore[] {
  return placesAt(given).map((place) => ({
    files: [],
    sessions: placedSessions(place, isChat, placed, context),
    root: join(place, "projects"),
    folderName: projectFolder,
  }));
}

function placed(path: string) {
  const listed = listedOf(bothEnds(path), path);
  if (!listed) return undefined;
  const { id, cwd } = listed;
  const subagents = subagentFiles(path, id);
  const placedBy = [path, ...subagents]
    .filter((file) => file.endsWith(".jsonl"))
    .map((file) => ({ path: file, kind: "lines" as const, places: ["cwd"] }));
  const own = [path, ...new Set(subagents.map(dirname))];
  return { id, cwd, path, placedBy, within: { folder: dirname(dirname(path)), own } };
}

/** The name of the folder of a project, which several may share (0.24.4). */
function projectFolder(cwd: string): string {
  return cwd.replace(/[^a-zA-Z0-9]/g, "-");
}

/** The files of a session in a pack. */
export const packed: PackedFiles = {
  isOwn: (name, id) => name === `chats/${id}.jsonl` || name.startsWith(`subagents/${id}/`),
  command: (id) => ["qwen", "--resume", id],
};

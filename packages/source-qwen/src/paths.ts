import { dirname } from "node:path";
import type { Context, SourceOptions } from "@chatexport/core";
import { attempt } from "@chatexport/core/read";
import { bothEnds, placesOf, sessionFiles } from "@chatexport/core/source";
import { isChat, subagentFiles } from "./chat-files.js";
import { listedOf } from "./listed.js";

/** The tool's folder, and the one for what it writes while it runs. */
export function placesAt(given: SourceOptions): readonly string[] {
  return placesOf(given, ".qwen", "QWEN_HOME", "QWEN_RUNTIME_DIR");
}

/** A chat in the folder of a project. */
export interface Chat {
  id: string;
  cwd: string | undefined;
  /** The folder of the project. */
  folder: string;
  /** Its records, then those of its sub-agents, which lie in one folder. */
  files: string[];
}

/** The chats at a place. */
export function chatsAt(place: string, context: Context): Chat[] {
  return sessionFiles(place, isChat, context).flatMap((path) => {
    const listed = attempt(() => listedOf(bothEnds(path), path));
    if (listed === undefined) return [];
    const { id, cwd } = listed;
    const folder = dirname(dirname(path));
    const files = [path, ...subagentFiles(path, id)].filter((file) => file.endsWith(".jsonl"));
    return [{ id, cwd, folder, files }];
  });
}

/** The name of the folder of a project, which several may share (0.24.4). */
export function projectFolder(cwd: string): string {
  return cwd.replace(/[^a-zA-Z0-9]/g, "-");
}

import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Context, SourceOptions } from "@chatexport/core";
import { attempt, isLinesName } from "@chatexport/core/read";
import { bothEnds, placesOf, sessionFiles } from "@chatexport/core/source";
import { listedOf } from "./listed.js";
import { subagentFiles } from "./subagents.js";

/** The tool's folder, and one that was named for what it writes while it runs. */
export function placesAt(given: SourceOptions): readonly string[] {
  return placesOf(given, ".qwen", "QWEN_HOME", "QWEN_RUNTIME_DIR");
}

/** A chat in the folder of a project. */
export interface Chat {
  id: string;
  cwd: string | undefined;
  /** The folder of the project. */
  folder: string;
  /** Its records and those of its sub-agents. */
  files: string[];
  /** Its file, and the folder of its sub-agents where it has one. */
  own: string[];
}

/** The chats at a place, which lie in folders of projects. */
export function chatsAt(place: string, context: Context): Chat[] {
  return sessionFiles(place, isChat, context).flatMap((path) => {
    const listed = attempt(() => listedOf(bothEnds(path), path));
    if (listed === undefined) return [];
    const { id, cwd } = listed;
    const folder = dirname(dirname(path));
    const subagents = join(folder, "subagents", id);
    const own = existsSync(subagents) ? [path, subagents] : [path];
    const files = [path, ...subagentFiles(path, id)].filter((file) => file.endsWith(".jsonl"));
    return [{ id, cwd, folder, files, own }];
  });
}

/** The name of the folder in which the tool keeps what belongs to a folder; several may have the same one (0.24.4). */
export function projectFolder(cwd: string): string {
  return cwd.replace(/[^a-zA-Z0-9]/g, "-");
}

/** The records of a sub-agent are part of its chat, as long as that is there. */
export function isChat(path: string): boolean {
  if (!isLinesName(path)) return false;
  const folder = dirname(path);
  if (basename(dirname(folder)) !== "subagents") return true;
  return !existsSync(join(dirname(dirname(folder)), "chats", `${basename(folder)}.jsonl`));
}

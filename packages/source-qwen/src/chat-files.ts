import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { attempt, isLinesName, linesAt } from "@chatexport/core/read";

/** Tells if a file is a chat. The records of a sub-agent are part of its chat, as long as that is there. */
export function isChat(path: string): boolean {
  if (!isLinesName(path)) return false;
  const folder = dirname(path);
  if (basename(dirname(folder)) !== "subagents") return true;
  return !linesAt(join(dirname(dirname(folder)), "chats", `${basename(folder)}.jsonl`));
}

/** The files of the sub-agents of a chat: they lie in a folder beside the one of all chats. */
export function subagentFiles(path: string, id: string): string[] {
  const folder = join(dirname(dirname(path)), "subagents", id);
  const names = attempt(() => readdirSync(folder)) ?? [];
  return names.sort().map((name) => join(folder, name));
}

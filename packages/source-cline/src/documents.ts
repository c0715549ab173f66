import { readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { JsonObject } from "@chatexport/core";
import { attempt, readDocument } from "@chatexport/core/read";

const ending = ".messages.json";

/** The name of a session or sub-agent, of the file with its messages. */
export function nameOf(path: string): string {
  return basename(path, ending);
}

/** The file with the messages of a session, in the folder of that session. */
export function messagesFile(folder: string, id: string): string {
  return join(folder, `${id}${ending}`);
}

/** True when a file holds the messages of a session, of Cline 4. */
export function isMessages(path: string): boolean {
  return path.endsWith(ending);
}

/** The JSON object in a file, if it is there and holds one. */
export function documentAt(path: string): JsonObject | undefined {
  const found = attempt(() => readDocument(path));
  return found && "record" in found ? found.record : undefined;
}

/** The file about a session beside its messages. */
export function aboutFile(path: string): string {
  return join(dirname(path), `${nameOf(path)}.json`);
}

/** The further files of a session: messages of sub-agents, summaries that took the place of messages. */
export function filesBeside(path: string): { agents: string[]; compactions: string[] } {
  const folder = dirname(path);
  // Of a file that lies alone, nothing beside it is its own.
  const names = nameOf(path) === basename(folder) ? (attempt(() => readdirSync(folder)) ?? []) : [];
  const found = (end: string) =>
    names
      .filter((name) => name.endsWith(end))
      .sort()
      .map((name) => join(folder, name));
  return {
    agents: found(ending).filter((each) => each !== path),
    compactions: found(".compaction.json"),
  };
}

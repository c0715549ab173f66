import { statSync } from "node:fs";
import { basename, join } from "node:path";
import { type Defined, present } from "@chatexport/core";
import { attempt, numberOf, textOf } from "@chatexport/core/read";
import { readJsonFile } from "../files/private-file.js";
import { namesIn } from "../locate/disk.js";

/** A process of the tool that says which session it has open. */
export type RegisteredSession = Defined<{
  /** Its number in the system. */
  process: number;
  sessionId: string | undefined;
  cwd: string | undefined;
  /** The file that says so. */
  path: string;
}>;

/**
 * The sessions that processes have open, as they register in `sessions` of a config folder (2.1.2xx and
 * later). A process that has died may still be among them; files that say nothing are left out.
 */
export function registeredSessions(configFolder: string): RegisteredSession[] {
  const folder = join(configFolder, "sessions");
  return namesIn(folder).flatMap((name): RegisteredSession[] => {
    const path = join(folder, name);
    // A process may have ended meanwhile.
    const info = name.endsWith(".json") ? attempt(() => statSync(path)) : undefined;
    const entry = info && readJsonFile({ path, size: info.size });
    const number = numberOf(entry?.pid) ?? Number(basename(name, ".json"));
    if (!entry || !Number.isSafeInteger(number) || number <= 0) return [];
    const { sessionId, cwd } = entry;
    return [present({ process: number, sessionId: textOf(sessionId), cwd: textOf(cwd), path })];
  });
}

import type { Dirent } from "node:fs";
import { join } from "node:path";
import { isWebSession } from "../formats/web/file.js";
import { filesOf } from "./disk.js";
import { indexName, mayBeWebSession } from "./file-kinds.js";
import { newFile, type Survey } from "./survey.js";

/** Notes the index of a project, and the sessions of the web that were saved in a folder. */
export function visitJson(folder: string, entries: readonly Dirent[], survey: Survey): void {
  const { indexes, webSessions } = survey.contents;
  for (const entry of filesOf(entries, (name) => name.endsWith(".json"))) {
    const isIndex = entry.name === indexName;
    const isWanted =
      isIndex || (mayBeWebSession(entry.name) && isWebSession(join(folder, entry.name)));
    const file = isWanted ? newFile(folder, entry, survey) : undefined;
    if (file) (isIndex ? indexes : webSessions).push(file);
  }
}

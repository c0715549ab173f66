import type { Dirent } from "node:fs";
import { basename } from "node:path";
import { isLinesName } from "@chatexport/core/read";
import { isUuid } from "../records/records.js";
import { archiveMarkName, outputsName, transcriptId } from "./file-kinds.js";

/**
 * Since 2.1.2 a session has a folder of its own name, with at least one of these in it. A folder with
 * transcripts of sessions is none, whatever else lies in it: else they would be lost.
 */
export function isOwnFolder(folder: string, entries: readonly Dirent[]): boolean {
  if (entries.some(({ name }) => isLinesName(name) && isUuid(transcriptId(name)))) return false;
  // Other folders have workflows as well, and transcripts beside them.
  const ownFolders = ["subagents", outputsName, isUuid(basename(folder)) ? "workflows" : ""];
  const ownFiles = [archiveMarkName, "custom-title.json"];
  return entries.some((entry) =>
    (entry.isDirectory() ? ownFolders : ownFiles).includes(entry.name),
  );
}

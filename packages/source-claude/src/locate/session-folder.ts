import type { Dirent } from "node:fs";
import { basename, join } from "node:path";
import { isLinesName, realPath } from "@chatexport/core/read";
import { isUuid } from "../records/records.js";
import type { Survey, TranscriptFile } from "./contents.js";
import { entriesOf, fileAt, filesOf } from "./disk.js";
import { archiveMarkName, isAgentFile, outputsName, transcriptId } from "./file-kinds.js";

/** The files of a session's own folder. */
export type SessionFolderFiles = Pick<TranscriptFile, "agents" | "companions">;

/** The files in a session's own folder, beside the transcript, added to `own`. */
export function filesInFolder(
  folder: string,
  entries: readonly Dirent[],
  survey: Survey,
  real = realPath(folder),
  own: SessionFolderFiles = { agents: [], companions: [] },
): SessionFolderFiles {
  survey.folders.add(real);
  for (const entry of filesOf(entries, () => true)) {
    const path = join(folder, entry.name);
    const file = fileAt(path, survey.context);
    if (!file) continue;
    survey.files.add(join(real, entry.name));
    (isAgentFile(path) ? own.agents : own.companions).push(file);
  }
  // Only real folders: a link inside a session's folder has no reason to be.
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    const path = join(folder, name);
    filesInFolder(path, entriesOf(path, survey.context), survey, join(real, name), own);
  }
  return own;
}

/** Keeps the sub-agents of a session whose transcript is missing. */
export function addLooseAgents(
  folder: string,
  { agents, companions }: SessionFolderFiles,
  survey: Survey,
): void {
  const own = { folder, parentId: basename(folder), companions };
  for (const agent of agents)
    survey.contents.looseAgents.push({ ...agent, id: transcriptId(agent.path), ...own });
}

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

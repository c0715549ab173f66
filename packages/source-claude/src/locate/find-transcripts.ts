import type { Dirent } from "node:fs";
import { join } from "node:path";
import { present } from "@chatexport/core";
import { isFirstVisit, type LooseAgent, type Survey, type TranscriptFile } from "./contents.js";
import { fileAt, filesOf, realPath } from "./disk.js";
import { isAgentFile, isTranscriptName, transcriptId } from "./file-kinds.js";
import { addLooseAgents } from "./session-folder.js";

/** A folder that is being looked at. */
interface Folder {
  path: string;
  real: string;
  entries: readonly Dirent[];
}

/** Notes the transcripts that lie in a folder; the result are those of sessions, by their id. */
export function visitTranscripts(
  folder: Folder,
  configFolder: string | undefined,
  survey: Survey,
): Map<string, TranscriptFile> {
  const transcripts = new Map<string, TranscriptFile>();
  for (const entry of filesOf(folder.entries, isTranscriptName)) {
    const path = join(folder.path, entry.name);
    const isLink = entry.isSymbolicLink();
    const real = isLink ? realPath(path) : join(folder.real, entry.name);
    if (survey.files.has(real)) continue;
    const file = fileAt(path, survey.context);
    if (!file) continue;
    const id = transcriptId(path);
    const agent: LooseAgent = present({
      ...file,
      id,
      folder: join(folder.path, id),
      companions: [],
      configFolder,
    });
    const transcript = isAgentFile(path) ? undefined : { ...agent, agents: [] };
    if (transcript) transcripts.set(id, transcript);
    const found = transcript ?? agent;
    if (isLink) survey.links.push({ real, file: found });
    else if (isFirstVisit(survey.files, real)) add(found, survey);
  }
  return transcripts;
}

/** Adds the transcripts that are links, where nothing else led to the same file. */
export function followLinks(survey: Survey): void {
  for (const { real, file } of survey.links) {
    if (isFirstVisit(survey.files, real)) add(file, survey);
    else if ("agents" in file) addLooseAgents(file.folder, file, survey);
  }
}

function add(file: TranscriptFile | LooseAgent, { contents }: Survey): void {
  if ("agents" in file) contents.transcripts.push(file);
  else contents.looseAgents.push(file);
}

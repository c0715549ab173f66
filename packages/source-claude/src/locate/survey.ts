import type { Dirent } from "node:fs";
import { join } from "node:path";
import type { Context } from "@chatexport/core";
import type { LooseAgent, StoreContents, StoreFile, TranscriptFile } from "./contents.js";
import { fileAt, realPath } from "./disk.js";

/** What is found while all places are visited, and what has been visited. */
export interface Survey {
  contents: StoreContents;
  /** Real paths, because people link folders of projects to each other after a move. */
  folders: Set<string>;
  files: Set<string>;
  /** Transcripts that are links; each counts unless what it leads to is found as well. */
  links: { real: string; file: TranscriptFile | LooseAgent }[];
  context: Context;
}

/** A survey that has not found anything yet. */
export function newSurvey(context: Context): Survey {
  const contents: StoreContents = {
    transcripts: [],
    looseAgents: [],
    configFolders: [],
    indexes: [],
    memories: [],
    webSessions: [],
    desktopSidecars: [],
  };
  return { contents, folders: new Set(), files: new Set(), links: [], context };
}

/** Notes a visit. False when the file or folder was visited before. */
export function isFirstVisit(visited: Set<string>, real: string): boolean {
  if (visited.has(real)) return false;
  visited.add(real);
  return true;
}

/** A file of a folder, the first time that it is met, wherever a link to it lies. */
export function newFile(folder: string, entry: Dirent, survey: Survey): StoreFile | undefined {
  const path = join(folder, entry.name);
  const file = fileAt(path, survey.context);
  return file && isFirstVisit(survey.files, realPath(path)) ? file : undefined;
}

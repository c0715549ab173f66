import { statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Context, compareStrings } from "@chatexport/core";
import { unreadableFolder } from "@chatexport/core/read";
import { isFirstVisit, newSurvey, type StoreContents, type Survey } from "./contents.js";
import { entriesOf, realPath, type StoreFile } from "./disk.js";
import {
  historyName,
  isAgentFile,
  isWebSession,
  mayBeWebSession,
  transcriptId,
} from "./file-kinds.js";
import type { Place } from "./roots.js";
import { ownFiles } from "./session-folder.js";
import { followLinks, visit } from "./walk-folders.js";

/**
 * Finds what all places hold, each file once, however many places and links lead to it. Reports
 * folders that cannot be read; places that do not exist hold nothing.
 */
export function findStores(places: readonly Place[], context: Context): StoreContents {
  const survey = newSurvey(context);
  // A place inside another one comes after it, and so adds only what the other one left out.
  const sorted = places
    .map((place) => ({ place, real: realPath(place.path) }))
    .sort((a, b) => compareStrings(a.real, b.real));
  for (const { place } of sorted) {
    try {
      visitPlace(place, survey);
    } catch (cause) {
      context.signal.throwIfAborted();
      if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") continue;
      context.report(unreadableFolder(place.path, cause));
    }
  }
  followLinks(survey);
  return survey.contents;
}

function visitPlace({ path, kind }: Place, survey: Survey): void {
  const info = statSync(path);
  if (info.isDirectory()) visit(path, entriesOf(path, survey.context), { kind }, survey);
  else if (isFirstVisit(survey.files, realPath(path)))
    addFile({ path, size: info.size, modified: info.mtimeMs }, survey);
}

/** A file that is a place of its own. */
function addFile(file: StoreFile, survey: Survey): void {
  const { contents } = survey;
  const { path } = file;
  const name = basename(path);
  const id = transcriptId(path);
  const folder = join(dirname(path), id);
  if (name === historyName) contents.configFolders.push({ path: dirname(path), history: file });
  else if (mayBeWebSession(name) && isWebSession(path)) contents.webSessions.push(file);
  else if (isAgentFile(path)) contents.looseAgents.push({ ...file, id, folder, companions: [] });
  else
    contents.transcripts.push({
      ...file,
      id,
      folder,
      ...ownFiles(folder, entriesOf(folder), survey),
    });
}

import { statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Context, compareStrings, errorCode } from "@chatexport/core";
import { realPath, unreadableFolder } from "@chatexport/core/read";
import type { StoreContents } from "./contents.js";
import { entriesOf, isWebSession, type StoreFile, storeFile } from "./disk.js";
import {
  isAgentFile,
  isHistoryName,
  mayBeWebSession,
  outputsName,
  transcriptId,
} from "./file-kinds.js";
import { type Client, contentsOf } from "./qoder.js";
import type { Root } from "./roots.js";
import { Survey } from "./survey.js";

/**
 * Finds what all roots hold, each file once, however many roots and links lead to it. Reports
 * folders that cannot be read; roots that do not exist hold nothing.
 */
export function findStores(
  roots: readonly Root[],
  context: Context,
  client: Client = "claude",
): StoreContents {
  const survey = new Survey(context);
  // A root inside another one comes after it, and so adds only what the other one left out.
  const sorted = roots
    .map((root) => ({ root, real: realPath(root.path) }))
    .sort((a, b) => compareStrings(a.real, b.real));
  for (const { root, real } of sorted) {
    const { path, kind } = root;
    try {
      const info = statSync(path);
      if (info.isDirectory()) survey.visit(path, { kind });
      else if (survey.isNewFile(real)) addFile(storeFile(path, info), survey);
    } catch (cause) {
      context.signal.throwIfAborted();
      if (errorCode(cause) !== "ENOENT") context.report(unreadableFolder(path, cause));
    }
  }
  survey.followLinks();
  return contentsOf(client, survey.contents, roots);
}

/** A file that is a root of its own. */
function addFile(file: StoreFile, survey: Survey): void {
  const { contents } = survey;
  const { path } = file;
  const name = basename(path);
  const id = transcriptId(path);
  const folder = join(dirname(path), id);
  if (isHistoryName(name)) contents.configFolders.push({ path: dirname(path), history: file });
  else if (mayBeWebSession(name) && isWebSession(path)) contents.webSessions.push(file);
  else if (isAgentFile(path)) contents.looseAgents.push({ ...file, id, folder, companions: [] });
  else {
    // Neither folder need be there.
    const filesOf = (at: string) => survey.filesInFolder(at, entriesOf(at));
    const outputs = filesOf(join(dirname(path), outputsName)).companions;
    contents.transcripts.push({ ...file, id, folder, ...filesOf(folder), outputs });
  }
}

import { parseLine } from "@chatexport/core/read";
import { sessionKey } from "../session-key.js";
import type { ArchivedDocument, ArchivedFile, ArchivedSession } from "./archived-session.js";
import { type ArchivedIndex, isIndex } from "./indexes.js";
import { type Manifest, readLines } from "./manifest.js";
import { isArchivedSession } from "./shape.js";
import { isThere, type Staging } from "./staging.js";

/*
 * While a run writes, the manifest is as the run before left it. Whatever changes is announced in
 * a journal before the files get their names; the manifest is written at the end, and the journal
 * removed. A journal that is still there was left by a run that was killed.
 */

/** What a run has announced, in that order; a last line that is cut off announced nothing. */
export async function readJournal(path: string): Promise<(ArchivedSession | ArchivedIndex)[]> {
  const lines = (await readLines(path)).map((line): unknown => parseLine(line));
  return lines.filter((line) => isIndex(line) || isArchivedSession(line));
}

/** Takes over what was announced and came to be. */
export async function settle(
  change: ArchivedSession | ArchivedIndex,
  known: { sessions: Manifest; indexes: ArchivedIndex[]; files: Staging },
): Promise<void> {
  if (isIndex(change)) await settleIndex(change, known.indexes, known.files);
  else await settleSession(change, known.sessions, known.files);
}

async function settleIndex(
  announced: ArchivedIndex,
  indexes: ArchivedIndex[],
  files: Staging,
): Promise<void> {
  if (!(await isThere(announced, files))) return;
  replaceIn(indexes, announced);
}

/** Puts a file in the place of the one that belongs to the same sink. */
export function replaceIn<File extends { sink: string }>(files: File[], file: File): void {
  const index = files.findIndex(({ sink }) => sink === file.sink);
  if (index === -1) files.push(file);
  else files[index] = file;
}

async function settleSession(
  announced: ArchivedSession,
  sessions: Manifest,
  files: Staging,
): Promise<void> {
  const before = sessions.get(sessionKey(announced))?.documents ?? [];
  const aside = announced.earlier ?? [];
  // A document of an earlier edition is not one that the next run may replace.
  const isSetAside = ({ path }: ArchivedFile) => aside.some((document) => document.path === path);
  const documents: ArchivedDocument[] = [];
  for (const document of announced.documents) {
    const earlier = before.find((one) => one.sink === document.sink && !isSetAside(one));
    if (await cameToBe(document, earlier, files)) documents.push(document);
    else if (earlier) documents.push(await withPlacedPages(earlier, document, files));
  }
  if (documents.length > 0) sessions.set(sessionKey(announced), { ...announced, documents });
  await removeReplaced([...before, ...announced.documents], [...documents, ...aside], files);
}

/** A document gets its name after its pages; one that is as before cannot tell how far they came. */
async function cameToBe(
  announced: ArchivedDocument,
  earlier: ArchivedDocument | undefined,
  files: Staging,
): Promise<boolean> {
  if (!(await isThere(announced, files))) return false;
  if (earlier?.path !== announced.path || earlier.sha256 !== announced.sha256) return true;
  for (const page of announced.pages ?? []) if (!(await isThere(page, files))) return false;
  return true;
}

/** The document as before, with the pages that were placed already: nobody edited them. */
async function withPlacedPages(
  earlier: ArchivedDocument,
  announced: ArchivedDocument,
  files: Staging,
): Promise<ArchivedDocument> {
  if (!earlier.pages) return earlier;
  const pages: ArchivedFile[] = [];
  for (const page of earlier.pages) {
    const newer = announced.pages?.find(({ path }) => path === page.path);
    pages.push(newer && (await isThere(newer, files)) ? newer : page);
  }
  return { ...earlier, pages };
}

/**
 * Removes the files of documents, and those beside them, that other documents took the place of or
 * that never came to be; their folders, too, when they are empty.
 */
export async function removeReplaced(
  before: readonly ArchivedDocument[],
  after: readonly ArchivedDocument[],
  files: Staging,
): Promise<void> {
  const kept = new Set(after.flatMap(filesOf).map(({ path }) => path));
  for (const file of before.flatMap(filesOf)) {
    if (kept.has(file.path)) continue;
    const isMissing = (await files.sizeOf(file.path)) === undefined;
    // What a person has changed is theirs.
    if (isMissing || (await isThere(file, files))) await files.remove(file.path);
  }
}

/** A document with all that lies beside it. */
function filesOf(document: ArchivedDocument): ArchivedFile[] {
  return [document, ...(document.assets ?? []), ...(document.pages ?? [])];
}

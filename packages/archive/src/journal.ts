import { sessionKey } from "@chatexport/core/read";
import type {
  ArchivedDocument,
  ArchivedFile,
  ArchivedIndex,
  ArchivedSession,
} from "./archived-session.js";
import {
  isArchivedSession,
  isIndex,
  type Manifest,
  readLines,
  recordOf,
  replaceIn,
} from "./manifest.js";
import { isThere, type Staging } from "./staging.js";

/*
 * While a run writes, the manifest is as the run before left it. Each change is written
 * to a journal before the files get their names; the manifest is written at the end, and the journal
 * removed. A journal that is still there was left by a run that was killed.
 */

/** The changes in a journal, in their order; a last line that is cut off is left out. */
export function readJournal(path: string): (ArchivedSession | ArchivedIndex)[] {
  const records = [...readLines(path)].map(recordOf);
  return records.filter((record) => isIndex(record) || isArchivedSession(record));
}

/** Takes over what of a change came to be. */
export async function recover(
  change: ArchivedSession | ArchivedIndex,
  known: { sessions: Manifest; indexes: ArchivedIndex[]; files: Staging },
): Promise<void> {
  const { sessions, indexes, files } = known;
  if (!isIndex(change)) await recoverSession(change, sessions, files);
  else if (await isThere(change, files)) replaceIn(indexes, change);
}

async function recoverSession(
  changed: ArchivedSession,
  sessions: Manifest,
  files: Staging,
): Promise<void> {
  const before = sessions.get(sessionKey(changed))?.documents ?? [];
  const aside = changed.earlier ?? [];
  // A document of an earlier edition is not one that the next run may replace.
  const isSetAside = ({ path }: ArchivedFile) => aside.some((document) => document.path === path);
  const documents: ArchivedDocument[] = [];
  for (const document of changed.documents) {
    const earlier = before.find((one) => one.sink === document.sink && !isSetAside(one));
    if (await cameToBe(document, earlier, files)) documents.push(document);
    else if (earlier) documents.push(await withPlacedPages(earlier, document, files));
  }
  if (documents.length > 0) sessions.set(sessionKey(changed), { ...changed, documents });
  await removeReplaced([...before, ...changed.documents], [...documents, ...aside], files);
}

/** A document gets its name after its pages; one that is as before cannot tell how far they came. */
async function cameToBe(
  changed: ArchivedDocument,
  earlier: ArchivedDocument | undefined,
  files: Staging,
): Promise<boolean> {
  if (!(await isThere(changed, files))) return false;
  if (earlier?.path !== changed.path || earlier.sha256 !== changed.sha256) return true;
  for (const page of changed.pages ?? []) if (!(await isThere(page, files))) return false;
  return true;
}

/** The document as before, with the pages that were placed already: no person has edited them. */
async function withPlacedPages(
  earlier: ArchivedDocument,
  changed: ArchivedDocument,
  files: Staging,
): Promise<ArchivedDocument> {
  if (!earlier.pages) return earlier;
  const pages: ArchivedFile[] = [];
  for (const page of earlier.pages) {
    const newer = changed.pages?.find(({ path }) => path === page.path);
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
    // A file that a person has changed is left alone.
    if (isMissing || (await isThere(file, files))) await files.remove(file.path);
  }
}

/** A document with all that lies beside it. */
function filesOf(document: ArchivedDocument): ArchivedFile[] {
  return [document, ...(document.assets ?? []), ...(document.pages ?? [])];
}

import { join } from "node:path";
import { contextFor, type IndexEntry, nonEmpty, present, type Sink } from "@chatexport/core";
import type { ArchiveState, ArchiveWork } from "./archive-state.js";
import type { ArchivedDocument, ArchivedIndex, ArchivedSession } from "./archived-session.js";
import { documentEdited, documentFailed, indexNameTaken } from "./diagnostics.js";
import { fingerprintOf, shortHash } from "./fingerprint.js";
import { indexFolder } from "./index-folder.js";
import { inOrder, replaceIn } from "./manifest.js";
import { linkTo } from "./staged-document.js";
import type { StagedFile } from "./staging.js";
import type { DocumentResult, DocumentState } from "./task.js";

/** Writes the index of each sink that has one, from the manifest: over all sessions of the archive. */
export async function writeIndexes(
  root: string,
  archive: ArchiveState,
  work: ArchiveWork,
): Promise<DocumentResult[]> {
  const results: DocumentResult[] = [];
  for (const sink of work.sinks) {
    if (!sink.index) continue;
    const documents = new Map<IndexEntry, ArchivedDocument>();
    for (const session of inOrder(archive.sessions)) {
      const document = session.documents.find((one) => one.sink === sink.name);
      if (document) documents.set(entryOf(session, document), document);
    }
    if (documents.size === 0) continue;
    const of = shortHash(
      JSON.stringify([...documents].map(([entry, { sha256 }]) => [entry, sha256])) +
        fingerprintOf(work.inputOf(sink)),
    );
    const path = join(root, indexPath(sink));
    try {
      const state = await writeIndex(sink, { documents, of, path, root }, archive, work);
      results.push({ sink: sink.name, path, state });
    } catch (cause) {
      if (work.signal.aborted) break;
      work.report(documentFailed(`The index of ${sink.name}`, path, cause));
    }
  }
  return results;
}

function indexPath({ extension }: Sink): string {
  return `index.${extension}`;
}

/** The means to make an index. */
interface Making {
  documents: ReadonlyMap<IndexEntry, ArchivedDocument>;
  of: string;
  path: string;
  root: string;
}

async function writeIndex(
  sink: Sink,
  { documents, of, path, root }: Making,
  { indexes, files, logChange }: ArchiveState,
  work: ArchiveWork,
): Promise<DocumentState> {
  const known = indexes.find((index) => index.sink === sink.name);
  const size = await files.sizeOf(indexPath(sink));
  const isWhole = async () => {
    for (const file of known?.files ?? [])
      if ((await files.sizeOf(file.path)) !== file.bytes) return false;
    return true;
  };
  if (known?.of === of && size !== undefined && !work.force && (await isWhole()))
    return size === known.bytes ? "unchanged" : "edited";

  const beside = indexFolder(documents, known?.files ?? [], { root, files, signal: work.signal });
  const context = { ...contextFor(work, {}), folder: beside.folder };
  let staged: StagedFile | undefined;
  try {
    const content = sink.index?.([...documents.keys()], context) ?? [];
    staged = await files.stage(indexPath(sink), content, work.signal);
    const digest = await files.digestOf(indexPath(sink));
    const ownDigests = [known?.sha256, staged.sha256];
    const isOwn = size === undefined || (digest !== undefined && ownDigests.includes(digest));
    if (!isOwn && !work.force) {
      work.report(known ? documentEdited(path) : indexNameTaken(path));
      return "edited";
    }
    const { bytes, sha256 } = staged;
    const own = { sink: sink.name, path: indexPath(sink), bytes, sha256, of };
    const index: ArchivedIndex = present({ ...own, files: nonEmpty(beside.facts()) });
    logChange(index);
    // The page never stands there without the files that it asks for.
    await beside.place();
    if (digest !== sha256) await files.place(staged);
    replaceIn(indexes, index);
    await beside.removeOthers();
    if (size === undefined) return "new";
    return digest === sha256 ? "unchanged" : "changed";
  } finally {
    if (staged) await files.discard(staged);
    await beside.discard();
  }
}

function entryOf(session: ArchivedSession, document: ArchivedDocument): IndexEntry {
  const { id, source, title, project, startedAt, updatedAt, model } = session;
  const { firstPrompt, messageCount, subagentCount, state } = session;
  const { promptCount, failedCallCount, changes, marks, archived } = session;
  const earlier = (session.earlier ?? []).filter(({ sink }) => sink === document.sink);
  return present({
    ...{ id, source, title, project, startedAt, updatedAt, model },
    ...{ firstPrompt, messageCount, subagentCount },
    ...{ promptCount, failedCallCount, changes, marks, archived, state },
    href: hrefOf(document),
    earlier: nonEmpty(earlier.map(hrefOf)),
  });
}

function hrefOf({ path }: ArchivedDocument): string {
  return linkTo(...path.split("/"));
}

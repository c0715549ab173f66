import { join } from "node:path";
import { contextFor, type IndexEntry, nonEmpty, present, type Sink } from "@chatexport/core";
import type { ArchiveState, ArchiveWork } from "./archive-state.js";
import type { ArchivedDocument, ArchivedSession } from "./archived-session.js";
import { documentEdited, documentFailed, indexNameTaken } from "./diagnostics.js";
import { fingerprintOf, shortHash } from "./fingerprint.js";
import { inOrder, replaceIn } from "./manifest.js";
import { linkTo } from "./staged-document.js";
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
    const entries = inOrder(archive.sessions).flatMap((session) => entryOf(session, sink) ?? []);
    if (entries.length === 0) continue;
    const of = shortHash(JSON.stringify(entries) + fingerprintOf(work.inputOf(sink)));
    const path = join(root, indexPath(sink));
    try {
      const state = await writeIndex(sink, { entries, of, path }, archive, work);
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

async function writeIndex(
  sink: Sink,
  { entries, of, path }: { entries: IndexEntry[]; of: string; path: string },
  { indexes, files, logChange }: ArchiveState,
  work: ArchiveWork,
): Promise<DocumentState> {
  const known = indexes.find((index) => index.sink === sink.name);
  const size = await files.sizeOf(indexPath(sink));
  if (known?.of === of && size !== undefined && !work.force)
    return size === known.bytes ? "unchanged" : "edited";

  const content = sink.index?.(entries, contextFor(work, {})) ?? [];
  const staged = await files.stage(indexPath(sink), content, work.signal);
  try {
    const digest = await files.digestOf(indexPath(sink));
    const ownDigests = [known?.sha256, staged.sha256];
    const isOwn = size === undefined || (digest !== undefined && ownDigests.includes(digest));
    if (!isOwn && !work.force) {
      work.report(known ? documentEdited(path) : indexNameTaken(path));
      return "edited";
    }
    const { bytes, sha256 } = staged;
    const index = { sink: sink.name, path: indexPath(sink), bytes, sha256, of };
    logChange(index);
    if (digest !== sha256) await files.place(staged);
    replaceIn(indexes, index);
    if (size === undefined) return "new";
    return digest === sha256 ? "unchanged" : "changed";
  } finally {
    await files.discard(staged);
  }
}

function entryOf(session: ArchivedSession, sink: Sink): IndexEntry | undefined {
  const document = session.documents.find((one) => one.sink === sink.name);
  if (!document) return undefined;
  const { id, source, title, project, startedAt, updatedAt, model } = session;
  const { firstPrompt, messageCount, subagentCount, state } = session;
  return present({
    id,
    source,
    title,
    project,
    startedAt,
    updatedAt,
    model,
    firstPrompt,
    messageCount,
    subagentCount,
    state,
    href: hrefOf(document),
    earlier: nonEmpty((session.earlier ?? []).filter((one) => one.sink === sink.name).map(hrefOf)),
  });
}

function hrefOf({ path }: ArchivedDocument): string {
  return linkTo(...path.split("/"));
}

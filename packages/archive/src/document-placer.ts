import { join } from "node:path";
import { type Context, present, type Sink } from "@chatexport/core";
import { sessionKey } from "@chatexport/core/read";
import type { ArchiveState } from "./archive-state.js";
import type { ArchivedFile, ArchivedSession } from "./archived-session.js";
import { documentEdited } from "./diagnostics.js";
import { effectOf } from "./document-state.js";
import { recover, removeReplaced } from "./journal.js";
import {
  discardDocument,
  placeDocument,
  recordOf,
  type StagedDocument,
} from "./staged-document.js";
import type {
  DocumentResult,
  DocumentState,
  PlaceDocument,
  RenderedSession,
  Task,
} from "./task.js";

/** The means to give the documents of one session their names. */
interface Placing {
  root: string;
  state: ArchiveState;
  force: boolean;
  task: Task;
  fingerprintFor(sink: Sink): string;
}

/** Gives the documents of a session, which `sessionRenderer` has made, their names in an archive. */
export function documentPlacer(
  { known, loss }: RenderedSession & { known: ArchivedSession },
  context: Context,
  { root, state: archive, force, task, fingerprintFor }: Placing,
): PlaceDocument {
  const { files, sessions } = archive;
  const { ref } = task.listed;
  const sinks = new Map([...task.outdated.keys()].map((sink) => [sink.name, sink]));

  return async ({ sink: name, path, staged }) => {
    const sink = sinks.get(name);
    if (!sink || !staged) {
      remember(known.documents);
      const reason = `the store has lost ${loss}`;
      return present({ sink: name, path, state: "decayed", reason });
    }
    try {
      return await exchange(staged, sink);
    } finally {
      await discardDocument(staged, files);
    }
  };

  async function exchange(staged: StagedDocument, sink: Sink): Promise<DocumentResult> {
    const resultOf = (
      path: string,
      state: DocumentState,
      reason = task.outdated.get(sink) ?? "",
    ) => ({ sink: sink.name, path: join(root, path), state, reason });
    const earlier = known.documents.find((one) => one.sink === sink.name);
    const { state, editedPath } = await effectOf(staged, earlier, { files, force });
    if (editedPath !== undefined) {
      const path = earlier?.path ?? staged.path;
      context.report(documentEdited(join(root, editedPath)));
      return resultOf(path, state);
    }
    const { revision } = ref;
    const facts = { sink: sink.name, revision, recipe: fingerprintFor(sink) };
    const document = recordOf(staged, facts);
    const others = known.documents.filter((one) => one !== earlier);
    const changed = { ...known, documents: [...others, document] };
    archive.logChange(changed);
    try {
      await placeDocument(staged, files);
    } catch (error) {
      // What was placed of it must not look like a person's edit to the next run.
      await recover(changed, archive);
      known.documents = (sessions.get(sessionKey(ref))?.documents ?? []).filter(isCurrent);
      throw error;
    }
    remember([...others, document]);
    // Documents of other sinks may show the same files.
    const kept = [...known.documents, ...(known.earlier ?? [])];
    await removeReplaced(earlier ? [earlier] : [], kept, files);
    const formerly = state === "renamed" ? `it was ${earlier?.path}` : undefined;
    return resultOf(staged.path, state, formerly);
  }

  /** True when a document is not one of an earlier edition, which stays. */
  function isCurrent({ path }: ArchivedFile): boolean {
    return !known.earlier?.some((one) => one.path === path);
  }

  function remember(documents: ArchivedSession["documents"]): void {
    known.documents = documents;
    sessions.set(sessionKey(ref), { ...known });
  }
}

import { join } from "node:path";
import { type Context, present, type Sink } from "@chatexport/core";
import { sessionKey } from "../session-key.js";
import type { Archive } from "./archive.js";
import type { ArchivedFile, ArchivedSession } from "./archived-session.js";
import { effectOf } from "./document-state.js";
import { editedByHand } from "./edited.js";
import { removeReplaced, settle } from "./journal.js";
import {
  discardDocument,
  placeDocument,
  recordOf,
  type StagedDocument,
} from "./staged-document.js";
import type {
  DocumentResult,
  DocumentState,
  DocumentWriter,
  RenderedSession,
  Task,
} from "./target.js";

/** What giving the documents of one session their names takes. */
export interface SessionWork {
  root: string;
  archive: Archive;
  force: boolean;
  task: Task;
  recipeFor(sink: Sink): string;
}

/** Gives the documents of a session, which `sessionRenderer` has made, their names in an archive. */
export function documentWriter(
  { known, loss }: RenderedSession & { known: ArchivedSession },
  context: Context,
  { root, archive, force, task, recipeFor }: SessionWork,
): DocumentWriter {
  const { files, sessions } = archive;
  const { ref } = task.listed;
  const sinks = new Map([...task.outdated.keys()].map((sink) => [sink.name, sink]));

  return {
    async write({ sink: name, path, staged }) {
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
    },
  };

  async function exchange(staged: StagedDocument, sink: Sink): Promise<DocumentResult> {
    const earlier = known.documents.find((one) => one.sink === sink.name);
    const { state, editedPath } = await effectOf(staged, earlier, { files, force });
    if (editedPath !== undefined) {
      const path = earlier?.path ?? staged.path;
      context.report(editedByHand(join(root, editedPath)));
      return resultOf(sink, path, state, reasonOf(sink));
    }
    const { revision } = ref;
    const document = recordOf(staged, { sink: sink.name, revision, recipe: recipeFor(sink) });
    const others = known.documents.filter((one) => one !== earlier);
    const announced = { ...known, documents: [...others, document] };
    archive.announce(announced);
    try {
      await placeDocument(staged, files);
    } catch (error) {
      // What was placed of it must not look like somebody's edit to the next run.
      await settle(announced, archive);
      known.documents = (sessions.get(sessionKey(ref))?.documents ?? []).filter(isCurrent);
      throw error;
    }
    remember([...others, document]);
    // Documents of other sinks may show the same files.
    const kept = [...known.documents, ...(known.earlier ?? [])];
    await removeReplaced(earlier ? [earlier] : [], kept, files);
    const reason = state === "renamed" ? `it was ${earlier?.path}` : reasonOf(sink);
    return resultOf(sink, staged.path, state, reason);
  }

  /** Whether a document is not one of an earlier edition, which stays. */
  function isCurrent({ path }: ArchivedFile): boolean {
    return !known.earlier?.some((one) => one.path === path);
  }

  function reasonOf(sink: Sink): string {
    return task.outdated.get(sink) ?? "";
  }

  function remember(documents: ArchivedSession["documents"]): void {
    known.documents = documents;
    sessions.set(sessionKey(ref), { ...known });
  }

  function resultOf(
    sink: Sink,
    path: string,
    state: DocumentState,
    reason: string,
  ): DocumentResult {
    return { sink: sink.name, path: join(root, path), state, reason };
  }
}

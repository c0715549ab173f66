import { join } from "node:path";
import {
  type Context,
  type Diagnostic,
  type LoadedSession,
  nonEmpty,
  present,
  type Session,
  type Sink,
} from "@chatexport/core";
import { sessionKey } from "../session-key.js";
import type { Archive } from "./archive.js";
import {
  type ArchivedFile,
  type ArchivedSession,
  factsOf,
  subagentsOf,
} from "./archived-session.js";
import { effectOf } from "./document-state.js";
import { editedByHand } from "./edited.js";
import { extentOf, goesOn, lossIn } from "./extent.js";
import { removeReplaced, settle } from "./journal.js";
import { documentName, documentPath } from "./names.js";
import type { Places } from "./places.js";
import { type StagedDocument, stageDocument } from "./staged-document.js";
import { hasFile } from "./staging.js";
import type { DocumentResult, DocumentState, DocumentWriter, Task } from "./target.js";

/** What writing the documents of one session takes. */
export interface SessionWork {
  root: string;
  archive: Archive;
  shortId: string;
  places: Places;
  force: boolean;
  task: Task;
  recipeFor(sink: Sink): string;
}

/** Writes the documents of a session into an archive, unless the store has lost a part of it. */
export async function documentWriter(
  { ref, session, original }: LoadedSession,
  context: Context,
  { root, archive, shortId, places, force, task, recipeFor }: SessionWork,
): Promise<DocumentWriter> {
  const { files, sessions } = archive;
  const archived = sessions.get(sessionKey(ref));
  const loss = archived && !force ? await lossSince(archived) : undefined;
  const isContinued =
    archived !== undefined && loss !== undefined && goesOn(original, archived.extent);
  if (loss !== undefined) context.report(shrunk(loss, isContinued, session));
  /** The session as the archive will know it. */
  const known = archived && loss !== undefined && !isContinued ? refusing(archived) : renewed();
  const name = documentName({ ...known, shortId });

  return {
    pathOf: (sink) => join(root, documentPath(name, sink)),
    async write(sink) {
      const earlier = known.documents.find((one) => one.sink === sink.name);
      if (
        known.refused === ref.revision &&
        earlier &&
        (await files.sizeOf(earlier.path)) !== undefined
      ) {
        remember(known.documents);
        return resultOf(sink, earlier.path, "decayed", `the store has lost ${loss}`);
      }
      const staged = await stageDocument(session, sink, {
        path: documentPath(name, sink),
        files,
        context,
      });
      try {
        return await exchange(staged, sink);
      } finally {
        await staged.discard();
      }
    },
  };

  async function lossSince(before: ArchivedSession): Promise<string | undefined> {
    // Where a person has deleted the documents, there is nothing to keep.
    if (!(await hasFile(before.documents, files))) return undefined;
    return lossIn(original, before.extent);
  }

  function refusing(before: ArchivedSession): ArchivedSession {
    return { ...before, refused: ref.revision };
  }

  function renewed(): ArchivedSession {
    // What an archive gave back is as far from the store as it was.
    const isStored = task.listed.source.name === ref.source;
    const { documents = [], earlier = [], edition } = archived ?? {};
    return present({
      ...factsOf(session),
      state: archived?.state,
      place: isStored ? places.nameOf(original.origin.path) : archived?.place,
      listedBy: isStored ? ref.listedBy : archived?.listedBy,
      extent: extentOf(original),
      edition: isContinued ? (edition ?? 1) + 1 : edition,
      // What an option hides was read as well.
      records: original.records,
      subagents: nonEmpty(subagentsOf(original)),
      documents: isContinued ? [] : documents,
      earlier: nonEmpty(isContinued ? [...earlier, ...documents] : earlier),
    });
  }

  async function exchange(staged: StagedDocument, sink: Sink): Promise<DocumentResult> {
    const earlier = known.documents.find((one) => one.sink === sink.name);
    const { state, editedPath } = await effectOf(staged, earlier, { files, force });
    if (editedPath !== undefined) {
      const path = earlier?.path ?? staged.path;
      context.report(editedByHand(join(root, editedPath)));
      return resultOf(sink, path, state, reasonOf(sink));
    }
    const document = staged.record(sink.name, ref.revision, recipeFor(sink));
    const others = known.documents.filter((one) => one !== earlier);
    const announced = { ...known, documents: [...others, document] };
    archive.announce(announced);
    try {
      await staged.place();
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

function shrunk(loss: string, isContinued: boolean, { origin }: Session): Diagnostic {
  const consequence = isContinued
    ? "and it has gone on since: its documents stay as they were, and new ones stand beside them"
    : "so its documents stay as they were; --force writes what is left";
  const message = `The store has lost ${loss} of this session, ${consequence}.`;
  return { severity: "warning", code: "session-shrunk", message, origin };
}

import { join } from "node:path";
import { type Context, defined, nonEmpty, present } from "@chatexport/core";
import { type ArchivedSession, factsOf } from "./archived-session.js";
import { sessionShrunk } from "./diagnostics.js";
import { ownFolder } from "./folders.js";
import { documentName, documentPath } from "./names.js";
import type { Roots } from "./roots.js";
import { stageDocument } from "./staged-document.js";
import { dryRunStaging, hasFile, openStage, type Stage } from "./staging.js";
import type { Job, MeasuredSession, OpenRenderer, SessionRenderer } from "./task.js";

/** The work of rendering documents for an archive, in any thread. */
interface RenderingWork {
  root: string;
  files: Stage;
  roots: Roots;
  force: boolean;
}

/**
 * Renders the documents of a session for an archive, unless the store has lost a part of it. They get
 * their names from `documentPlacer`.
 */
export async function sessionRenderer(
  { ref, session, noted }: MeasuredSession,
  { source, archived, shortId = ref.id }: Job,
  context: Context,
  { root, files, roots, force }: RenderingWork,
): Promise<SessionRenderer> {
  const loss = archived && !force ? await lossSince(archived) : undefined;
  const isContinued = loss !== undefined && noted.goesOn;
  if (loss !== undefined) context.report(sessionShrunk(loss, isContinued, session));
  const isRefused = archived && loss !== undefined && !isContinued;
  const known = isRefused ? { ...archived, refused: ref.revision } : await renewed();
  const name = documentName({ ...known, shortId });

  return {
    ...defined({ known, loss }),
    pathOf: (sink) => join(root, documentPath(name, sink)),
    async render(sink) {
      const earlier = known.documents.find((one) => one.sink === sink.name);
      if (
        known.refused === ref.revision &&
        earlier &&
        (await files.sizeOf(earlier.path)) !== undefined
      )
        return { sink: sink.name, path: join(root, earlier.path) };
      const path = documentPath(name, sink);
      const staged = await stageDocument(session, sink, { path, files, context });
      return { sink: sink.name, path: join(root, path), staged };
    },
  };

  async function lossSince(before: ArchivedSession): Promise<string | undefined> {
    // Where a person has deleted the documents, there is nothing to keep.
    if (!(await hasFile(before.documents, files))) return undefined;
    return noted.loss;
  }

  async function renewed(): Promise<ArchivedSession> {
    // A session that was read back from an archive keeps the root in which it was found.
    const isStored = source === ref.source;
    const { documents = [], earlier = [], edition } = archived ?? {};
    return present({
      ...(await factsOf(session)),
      state: archived?.state,
      place: isStored ? roots.nameOf(noted.path) : archived?.place,
      listedBy: isStored ? ref.listedBy : archived?.listedBy,
      extent: noted.extent,
      edition: isContinued ? (edition ?? 1) + 1 : edition,
      // Records that an option hides were read as well.
      records: noted.records,
      subagents: nonEmpty(noted.subagents),
      documents: isContinued ? [] : documents,
      earlier: nonEmpty(isContinued ? [...earlier, ...documents] : earlier),
    });
  }
}

/** Renders documents for an archive that another thread has open and gives them their names. */
export function threadRenderer(
  root: string,
  { roots, force, isDryRun }: { roots: Roots; force: boolean; isDryRun: boolean },
): OpenRenderer {
  const files = isDryRun ? dryRunStaging(root) : openStage(root, join(root, ownFolder));
  return (loaded, job, context) =>
    sessionRenderer(loaded, job, context, { root, files, roots, force });
}

import { join } from "node:path";
import { contextFor, defined, type ListedSession, type Sink, type Source } from "@chatexport/core";
import { sessionKey } from "../session-key.js";
import { type ArchiveOptions, openArchive } from "./archive.js";
import type { ArchivedSession } from "./archived-session.js";
import { lookBeside } from "./beside.js";
import { documentWriter } from "./document-writer.js";
import { editedByHand } from "./edited.js";
import { writeIndexes } from "./index-files.js";
import { documentName, documentPath } from "./names.js";
import { verdictOn } from "./outdated.js";
import type { Places } from "./places.js";
import { type Ingredient, recipeOf } from "./recipe.js";
import { sessionRenderer } from "./session-renderer.js";
import { shortIds } from "./short-ids.js";
import { plainJob, type Target, type Task } from "./target.js";
import { markVanished } from "./vanished.js";

/** What writing into an archive takes. */
export interface ArchiveWork extends ArchiveOptions {
  /** All sessions that were found, whether or not they are to be written. */
  listed: readonly ListedSession[];
  /** Whether a session would have been found if it were in a place that was looked at. */
  wouldList(session: Pick<ArchivedSession, "source" | "listedBy">): boolean;
  places: Places;
  sinks: readonly Sink[];
  /** What is in every document besides. */
  ingredients: readonly Ingredient[];
  /** What a source or sink brings into a document. */
  ingredientOf(plugin: Source | Sink): Ingredient;
  /** Writes every document anew, over what people or the tool have changed. */
  force: boolean;
}

/** A folder with a document per session, `<source>/<project>/<name>.<extension>`, that outlives the store. */
export async function archiveTarget(root: string, work: ArchiveWork): Promise<Target> {
  const archive = await openArchive(root, work);
  const { sessions, files } = archive;
  const shortId = shortIds([...work.listed.map(({ ref }) => ref), ...sessions.values()]);
  const recipes = new Map<string, string>();

  function recipeFor(source: Source, sink: Sink): string {
    const key = `${source.name}\n${sink.name}`;
    const recipe =
      recipes.get(key) ??
      recipeOf(work.ingredientOf(source), work.ingredientOf(sink), ...work.ingredients);
    recipes.set(key, recipe);
    return recipe;
  }

  return {
    async plan(listed) {
      const { ref, source } = listed;
      const archived = sessions.get(sessionKey(ref));
      const task: Task = defined({ listed, outdated: new Map(), current: [], archived });
      for (const sink of work.sinks) {
        const document = archived?.documents.find((one) => one.sink === sink.name);
        const beside = document && (await lookBeside(document, files));
        const verdict = verdictOn({
          ref,
          archived,
          document,
          size: document && (await files.sizeOf(document.path)),
          beside,
          recipe: recipeFor(source, sink),
          path:
            archived && documentPath(documentName({ ...archived, shortId: shortId(ref) }), sink),
        });
        if (verdict.state === undefined || work.force) {
          task.outdated.set(sink, verdict.reason ?? "--force");
          continue;
        }
        const path = join(root, document?.path ?? "");
        task.current.push({ sink: sink.name, path, ...verdict });
        if (verdict.state === "edited" && verdict.reason !== undefined)
          contextFor(work, { source: ref.source, session: ref.id }).report(
            editedByHand(join(root, beside?.editedPage ?? document?.path ?? "")),
          );
      }
      return task;
    },

    jobFor(task) {
      const { ref } = task.listed;
      const archived = sessions.get(sessionKey(ref));
      return { ...plainJob(task), ...defined({ archived }), shortId: shortId(ref) };
    },

    begin: (loaded, job, context) =>
      sessionRenderer(loaded, job, context, { ...work, root, files }),

    take({ known, ...rendered }, task, context) {
      if (!known) throw new TypeError("the session was not rendered for an archive");
      return documentWriter({ ...rendered, known }, context, {
        ...work,
        root,
        archive,
        task,
        recipeFor: (sink) => recipeFor(task.listed.source, sink),
      });
    },

    async close() {
      try {
        // What was rendered ahead of an interruption takes the room of what the archive knows.
        await files.clear();
        const vanished = await markVanished(archive, work);
        const indexes = await writeIndexes(root, archive, work);
        await archive.save();
        return { vanished, indexes };
      } finally {
        archive.close();
      }
    },
  };
}

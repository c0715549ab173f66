import { join } from "node:path";
import {
  type Context,
  contextFor,
  defined,
  type ListedSession,
  type Sink,
  type Source,
} from "@chatexport/core";
import { sessionKey } from "@chatexport/core/read";
import {
  type ArchiveOptions,
  type ArchiveState,
  type ArchiveWork,
  openState,
} from "./archive-state.js";
import { documentEdited } from "./diagnostics.js";
import { documentPlacer } from "./document-placer.js";
import { lookBeside, verdictOn } from "./document-state.js";
import { fingerprintOf } from "./fingerprint.js";
import { writeIndexes } from "./indexes.js";
import { documentName, documentPath, shortIds } from "./names.js";
import { rootsOf } from "./roots.js";
import { sessionRenderer } from "./session-renderer.js";
import type {
  DocumentResult,
  Job,
  MeasuredSession,
  OpenRenderer,
  PlaceDocument,
  RenderedSession,
  Task,
} from "./task.js";
import { markVanished, type Vanished } from "./vanished.js";

/** A folder with a document per session, `<source>/<project>/<name>.<extension>`, that outlives the store. */
export interface Archive {
  /** Says what has to be done for a session, without loading it. */
  plan(listed: ListedSession): Promise<Task>;
  /**
   * Renders and writes the outdated documents of a session, which was loaded with `figuresOf` of its task as
   * `note`; throws when one cannot be written.
   */
  write(loaded: MeasuredSession, task: Task): Promise<DocumentResult[]>;
  /** The task as plain data, for a thread that has `threadRenderer`. */
  jobFor(task: Task): Job;
  /** Makes what renders the documents of a session; they get their names from `place`. */
  render: OpenRenderer;
  /** Makes what gives the documents of a session, rendered here or in another thread, their names. */
  place(rendered: RenderedSession, task: Task, context: Context): PlaceDocument;
  /** Writes the indexes and the manifest, and lets others write. */
  close(): Promise<Closed>;
}

/** The fate of the files that documents share. */
export interface Closed {
  indexes: DocumentResult[];
  /** Sessions of the archive that are not in the roots that were read. */
  vanished: Vanished;
}

/** Opens the archive in a folder, or begins one; waits while another process writes to it. */
export async function openArchive(root: string, options: ArchiveOptions): Promise<Archive> {
  const work = withDefaults(options);
  const state = await openState(root, work);
  const { sessions, files } = state;
  const shortId = shortIds([...work.listed.map(({ ref }) => ref), ...sessions.values()]);
  const fingerprints = new Map<string, string>();

  function fingerprintFor(source: Source, sink: Sink): string {
    const key = `${source.name}\n${sink.name}`;
    const fingerprint =
      fingerprints.get(key) ??
      fingerprintOf(work.inputOf(source), work.inputOf(sink), ...work.inputs);
    fingerprints.set(key, fingerprint);
    return fingerprint;
  }

  const archive: Archive = {
    plan: (listed) => planTask(listed, { root, state, work, shortId, fingerprintFor }),

    async write(loaded, task) {
      const { source, id } = loaded.ref;
      const context = contextFor(work, { source, session: id });
      const { render, ...rendered } = await archive.render(loaded, archive.jobFor(task), context);
      const place = archive.place(rendered, task, context);
      const results: DocumentResult[] = [];
      for (const sink of task.outdated.keys()) results.push(await place(await render(sink)));
      return results;
    },

    jobFor({ listed: { ref, source }, outdated }) {
      const archived = sessions.get(sessionKey(ref));
      const sinks = Array.from(outdated.keys(), ({ name }) => name);
      return defined({ ref, source: source.name, sinks, archived, shortId: shortId(ref) });
    },

    render: (loaded, job, context) =>
      sessionRenderer(loaded, job, context, { ...work, root, files }),

    place({ known, ...rendered }, task, context) {
      if (!known) throw new TypeError("the session was not rendered for an archive");
      return documentPlacer({ ...rendered, known }, context, {
        root,
        state,
        force: work.force,
        task,
        fingerprintFor: (sink) => fingerprintFor(task.listed.source, sink),
      });
    },

    async close() {
      try {
        // Files that were rendered ahead of an interruption may take the room that the manifest needs.
        await files.clear();
        const vanished = await markVanished(state, work);
        const indexes = await writeIndexes(root, state, work);
        await state.save();
        return { vanished, indexes };
      } finally {
        state.close();
      }
    },
  };
  return archive;
}

/** The means to plan. */
interface Planning {
  root: string;
  state: ArchiveState;
  work: ArchiveWork;
  shortId(session: ListedSession["ref"]): string;
  fingerprintFor(source: Source, sink: Sink): string;
}

/** Compares the documents of a session with what they would be now. Reports one that a person has edited. */
async function planTask(
  listed: ListedSession,
  { root, state: { sessions, files }, work, shortId, fingerprintFor }: Planning,
): Promise<Task> {
  const { ref, source } = listed;
  const archived = sessions.get(sessionKey(ref));
  const name = archived && documentName({ ...archived, shortId: shortId(ref) });
  const task: Task = defined({ listed, outdated: new Map(), current: [], archived });
  for (const sink of work.sinks) {
    const document = archived?.documents.find((one) => one.sink === sink.name);
    const beside = document && (await lookBeside(document, files));
    const verdict = verdictOn({
      ...{ ref, archived, document, beside },
      size: document && (await files.sizeOf(document.path)),
      fingerprint: fingerprintFor(source, sink),
      path: name && documentPath(name, sink),
    });
    if (verdict.state === undefined || work.force) {
      task.outdated.set(sink, verdict.reason ?? "--force");
      continue;
    }
    const path = join(root, document?.path ?? "");
    task.current.push({ sink: sink.name, path, ...verdict });
    if (verdict.state === "edited" && verdict.reason !== undefined)
      contextFor(work, { source: ref.source, session: ref.id }).report(
        documentEdited(join(root, beside?.editedPage ?? document?.path ?? "")),
      );
  }
  return task;
}

function withDefaults(options: ArchiveOptions): ArchiveWork {
  return {
    roots: rootsOf({}),
    wouldList: () => true,
    inputs: [],
    inputOf: ({ name }) => ({ name, version: "", options: {} }),
    force: false,
    isDryRun: false,
    report: () => {},
    signal: new AbortController().signal,
    wait: () => {},
    ...options,
  };
}

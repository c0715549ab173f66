import {
  type Context,
  contextFor,
  type Diagnostic,
  droppedFeatures,
  type EngineOptions,
  type Feature,
  loadSessions,
  type Session,
  type Sink,
  type Source,
  type Tally,
  type Transform,
} from "@chatexport/core";
import type { Archive } from "./archive.js";
import type { ArchivedSubagent } from "./archived-session.js";
import { documentFailed, isDiskFull } from "./diagnostics.js";
import { figuresOf } from "./figures.js";
import type {
  DocumentResult,
  Job,
  MeasuredSession,
  OpenRenderer,
  RenderedDocument,
  RenderedSession,
  Task,
} from "./task.js";

/** The means to render jobs. */
export interface RenderContext {
  sources: readonly Source[];
  sinks: readonly Sink[];
  transforms: readonly Transform[];
  open: OpenRenderer;
  /** The file that all documents share, if they do. */
  path?: string;
  signal: AbortSignal;
}

/** The result of a job: plain data. */
export interface Rendered {
  /** The reports, in that order. */
  diagnostics: Diagnostic[];
  /** Absent when the session could not be loaded, or the work was ended before. */
  session?: SessionDocuments;
  /** There is no room for more documents. */
  isFull?: boolean;
}

/** A session with its documents, which have no names yet. */
export interface SessionDocuments extends RenderedSession {
  /** As it was read, before anything is hidden. */
  records: Tally;
  subagents: ArchivedSubagent[];
  documents: RenderedDocument[];
  /** The features that occur and that a sink leaves out, by name of the sink. */
  dropped: Record<string, Feature[]>;
}

/** Loads a session once, and renders its documents. */
export async function renderJob(job: Job, rendering: RenderContext): Promise<Rendered> {
  const { ref } = job;
  const { sources, transforms, signal } = rendering;
  const diagnostics: Diagnostic[] = [];
  const run = { signal, report: (diagnostic: Diagnostic) => void diagnostics.push(diagnostic) };
  const source = sources.find(({ name }) => name === job.source);
  if (!source) throw new TypeError(`there is no source ${job.source}`);
  for await (const loaded of loadSessions([{ ref, source }], {
    ...run,
    note: figuresOf(job),
    transforms,
  })) {
    const context = contextFor(run, { source: ref.source, session: ref.id });
    return { diagnostics, ...(await renderSession(loaded, job, rendering, context)) };
  }
  return { diagnostics };
}

async function renderSession(
  loaded: MeasuredSession,
  job: Job,
  rendering: RenderContext,
  context: Context,
): Promise<Pick<Rendered, "session" | "isFull">> {
  const { session, noted } = loaded;
  const sinks = rendering.sinks.filter(({ name }) => job.sinks.includes(name));
  const { render, pathOf, ...known } = await rendering.open(loaded, job, context);
  const documents: RenderedDocument[] = [];
  let isFull = false;
  for (const sink of sinks) {
    try {
      documents.push(await render(sink));
    } catch (cause) {
      if (context.signal.aborted) break;
      const path = pathOf?.(sink) ?? rendering.path;
      context.report(documentFailed(`The ${sink.name} document`, path, cause));
      // The next document would fail in the same way, after it was rendered.
      isFull = isDiskFull(cause);
      if (isFull) break;
    }
  }
  // The documents that were rendered before that are kept.
  if (context.signal.aborted && documents.length === 0) return {};
  return {
    session: {
      ...known,
      records: noted.records,
      subagents: noted.subagents,
      documents,
      dropped: droppedBy(sinks, session),
    },
    isFull,
  };
}

function droppedBy(sinks: readonly Sink[], session: Session): Record<string, Feature[]> {
  return Object.fromEntries(sinks.map((sink) => [sink.name, droppedFeatures(session, sink)]));
}

/** Gives the documents of a rendered session their names in the archive; reports those that get none. */
export async function placeRendered(
  rendered: SessionDocuments,
  task: Task,
  { place }: Pick<Archive, "place">,
  run: EngineOptions,
): Promise<{ documents: DocumentResult[]; isFull: boolean }> {
  const { source, id } = task.listed.ref;
  const context = contextFor(run, { source, session: id });
  const documents = [...task.current];
  const placeOne = place(rendered, task, context);
  for (const document of rendered.documents) {
    try {
      documents.push(await placeOne(document));
    } catch (cause) {
      context.report(documentFailed(`The ${document.sink} document`, document.path, cause));
      if (isDiskFull(cause)) return { documents, isFull: true };
    }
  }
  return { documents, isFull: false };
}

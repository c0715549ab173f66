import {
  type Archive,
  type ArchiveOptions,
  type Closed,
  type DocumentResult,
  documentFailed,
  type FileState,
  isArchive,
  openArchive,
  placeRendered,
  type RenderContext,
  renderJob,
  type SessionDocuments,
  type Task,
  writeReason,
} from "@chatexport/archive";
import {
  type Feature,
  type ListedSession,
  present,
  type SessionRef,
  safeLine,
} from "@chatexport/core";
import { boundGarbage } from "../../host/bound-garbage.js";
import { interrupted, type Run, watched } from "../../host/run.js";
import type { FoundSessions } from "../../host/selection/find-sessions.js";
import type { OptionsOf } from "../../options/option-table.js";
import { CliError } from "../../terminal/cli-error.js";
import { type Destination, openStream } from "./destination.js";
import { withMaskedNames } from "./masked-records.js";
import type { RenderedAhead } from "./render-ahead.js";
import { openRenderer } from "./renderer.js";
import { type ExportResult, type SessionResult, sessionResult } from "./result.js";

/** The facts about a run that an archive has to know; a dataset needs some of them, too. */
export type RunOptions = ArchiveOptions & Required<Pick<ArchiveOptions, "inputOf" | "wait">>;

/** The means to write sessions. */
export interface Writing {
  destination: Destination;
  archive: RunOptions;
  options: OptionsOf<"export">;
  run: Run;
}

/** Writes what is asked for: each session is loaded once, and only if a document of it is outdated. */
export async function writeSessions(
  { selected }: FoundSessions,
  writing: Writing,
): Promise<ExportResult> {
  const { destination, archive, run } = writing;
  const { kind, path } = destination;
  const result: ExportResult = {
    selected: selected.length,
    sessions: [],
    dropped: new Map(archive.sinks.map(({ name }) => [name, new Set<Feature>()])),
    diagnostics: run.diagnostics,
  };
  if (selected.length === 0 && !(kind === "folder" && (await isArchive(path)))) return result;

  const outcome = { done: new Map<SessionRef, SessionResult>(), dropped: result.dropped };
  const closed =
    kind === "folder"
      ? await writeArchive(path, selected, writing, outcome)
      : await writeStream(selected, writing, outcome);
  Object.assign(result, closed);
  const isLost = run.signal.aborted && kind === "file";
  // A file that all sessions share is as it was before.
  if (!isLost) result.sessions = selected.flatMap(({ ref }) => outcome.done.get(ref) ?? []);
  return result;
}

/** The results of sessions until now. */
interface Outcome {
  done: Map<SessionRef, SessionResult>;
  dropped: ExportResult["dropped"];
}

async function writeArchive(
  path: string,
  selected: readonly ListedSession[],
  writing: Writing,
  outcome: Outcome,
): Promise<Partial<Closed>> {
  const { run } = writing;
  const { sinks } = writing.archive;
  const archive = await opened(() => openArchive(path, writing.archive), writing);
  const write = async () => {
    const tasks = await planAll(selected, archive, outcome, run);
    const renderer = await openRenderer(tasks, archive, { ...writing, sinks });
    const sessions = tasks.map((task) => ({ ...task.listed, task }));
    try {
      await writeAll(sessions, writing, outcome, {
        render: ({ task }) => renderer.render(task),
        place: (session, { task }) => placeRendered(session, task, archive, run),
      });
    } finally {
      await renderer.close();
    }
  };
  return closedAfter(write, () => archive.close(), "What the archive knows", writing);
}

/** Finds out what has to be done; what is up to date is done. */
async function planAll(
  selected: readonly ListedSession[],
  archive: Archive,
  { done }: Outcome,
  { signal }: Run,
): Promise<Task[]> {
  const tasks: Task[] = [];
  for (const listed of selected) {
    if (signal.aborted) break;
    const task = await archive.plan(listed);
    if (task.outdated.size > 0) tasks.push(task);
    else if (task.archived)
      done.set(listed.ref, sessionResult(listed.ref, task.archived, task.current, false));
  }
  return tasks;
}

/** Writes all documents one after another into a file or to standard output. */
async function writeStream(
  selected: readonly ListedSession[],
  writing: Writing,
  outcome: Outcome,
): Promise<{ file?: FileState }> {
  const { destination, archive, run } = writing;
  const { signal } = run;
  const stream = await opened(
    () => openStream(destination, writing.options.force ?? false),
    writing,
  );
  const names = archive.sinks.map(({ name }) => name);
  const context: RenderContext = present({
    sources: [...new Set(selected.map(({ source }) => source))],
    sinks: archive.sinks,
    transforms: run.content.transforms,
    path: destination.path,
    signal,
    open: async ({ session }, _, context) => ({
      async render(sink) {
        await stream.write(sink, session, context);
        return { sink: sink.name };
      },
    }),
  });
  const write = () =>
    writeAll(selected, writing, outcome, {
      render: ({ ref, source }) => {
        boundGarbage(ref.bytes);
        return renderJob({ ref, source: source.name, sinks: names }, context);
      },
      place: async ({ documents }) => ({ documents, isFull: false }),
    });
  return closedAfter(write, () => stream.close(!signal.aborted), "The file", writing);
}

/** The steps that make the documents of a session and put them where they belong. */
interface Steps<Listed> {
  render(listed: Listed): Promise<RenderedAhead>;
  /** Resolves to the documents that were written, and whether there is no room for more. */
  place(
    session: SessionDocuments,
    listed: Listed,
  ): Promise<{ documents: DocumentResult[]; isFull: boolean }>;
}

async function writeAll<Listed extends ListedSession>(
  sessions: readonly Listed[],
  { destination, run }: Writing,
  { done, dropped }: Outcome,
  { render, place }: Steps<Listed>,
): Promise<void> {
  const isOnScreen = destination.kind === "stdout" && process.stdout.isTTY;
  const progress = run.messages.progress(isOnScreen);
  for (const listed of await watched(sessions, run, progress)) {
    if (run.signal.aborted) break;
    const { diagnostics, session, isFull, findings } = await render(listed);
    for (const diagnostic of diagnostics) run.report(diagnostic);
    if (findings) run.redaction.addFindings(findings);
    if (!session) continue;
    const masked = await withMaskedNames(session, run.redaction);
    const placed = await place(masked, listed);
    done.set(listed.ref, sessionResult(listed.ref, masked, placed.documents));
    for (const [sink, features] of Object.entries(session.dropped))
      for (const feature of features) dropped.get(sink)?.add(feature);
    if (isFull || placed.isFull) break;
  }
}

/** Does what needs the place that `--out` names; throws, in words, where that fails. */
export async function opened<Opened>(
  open: () => Promise<Opened>,
  { destination, run }: Writing,
): Promise<Opened> {
  try {
    return await open();
  } catch (cause) {
    if (run.signal.aborted) throw new CliError(interrupted, "Interrupted.");
    if (cause instanceof CliError) throw cause;
    throw new CliError(1, `--out ${safeLine(destination.name)}: ${writeReason(cause)}.`);
  }
}

/** Closes what was written to, whatever becomes of the work; reports where that fails. */
async function closedAfter<Closed>(
  work: () => Promise<void>,
  close: () => Promise<Closed>,
  what: string,
  writing: Writing,
): Promise<Closed | Record<never, never>> {
  let closed: Closed | Record<never, never> = {};
  try {
    await work();
  } finally {
    closed = await closedOrReported(close, what, writing);
  }
  return closed;
}

/** Throws only what says itself what to do. */
async function closedOrReported<Closed>(
  close: () => Promise<Closed>,
  what: string,
  { destination, run }: Writing,
): Promise<Closed | Record<never, never>> {
  try {
    return await close();
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    run.report(documentFailed(what, destination.path, cause));
    return {};
  }
}

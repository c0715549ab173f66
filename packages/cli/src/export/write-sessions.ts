import {
  contextFor,
  type Feature,
  type ListedSession,
  type SessionRef,
  safeLine,
} from "@chatexport/core";
import type { ArchiveWork } from "../archive/archive-target.js";
import type { Closed, DocumentResult, Target, Task } from "../archive/target.js";
import { CliError } from "../cli-error.js";
import type { ExportOptions } from "../options.js";
import { interrupted, type Run } from "../run.js";
import type { FoundSessions } from "../selection/find-sessions.js";
import { shownProjects, watched } from "../watched-sessions.js";
import type { Place } from "./place.js";
import type { SessionDocuments } from "./render-job.js";
import { openRenderer } from "./renderer.js";
import { archivedResult, type ExportResult, type SessionResult, sessionResult } from "./result.js";
import { documentFailed, isDiskFull, writeReason } from "./write-error.js";

/** What writing sessions takes. */
export interface Writing {
  place: Place;
  archive: ArchiveWork;
  options: ExportOptions;
  run: Run;
}

/** Writes what is asked for: each session is loaded once, and only if a document of it is outdated. */
export async function writeSessions(
  { selected }: FoundSessions,
  writing: Writing,
): Promise<ExportResult> {
  const { place, archive, run } = writing;
  const result: ExportResult = {
    selected: selected.length,
    sessions: [],
    dropped: new Map(archive.sinks.map(({ name }) => [name, new Set<Feature>()])),
    diagnostics: run.diagnostics,
  };
  if (selected.length === 0 && !(await place.isArchive?.())) return result;

  const target = await openTarget(place, archive);
  const done = new Map<SessionRef, SessionResult>();
  try {
    const tasks = await planAll(selected, target, done, run);
    await writeAll(tasks, target, { ...writing, done, dropped: result.dropped });
  } finally {
    Object.assign(result, await closeTarget(target, place, run));
  }
  const isLost = run.signal.aborted && place.path !== undefined && !place.isArchive;
  // A file that all sessions share is as it was before.
  if (!isLost) result.sessions = selected.flatMap(({ ref }) => done.get(ref) ?? []);
  return result;
}

/** Finds out what has to be done; what is up to date is done. */
async function planAll(
  selected: readonly ListedSession[],
  target: Target,
  done: Map<SessionRef, SessionResult>,
  { signal }: Run,
): Promise<Task[]> {
  const tasks: Task[] = [];
  for (const listed of selected) {
    if (signal.aborted) break;
    const task = await target.plan(listed);
    if (task.outdated.size > 0) tasks.push(task);
    else if (task.archived) done.set(listed.ref, archivedResult(task.archived, task.current));
  }
  return tasks;
}

/** What has become of sessions until now. */
interface Outcome {
  done: Map<SessionRef, SessionResult>;
  dropped: ExportResult["dropped"];
}

/** Renders the documents of each session, and puts them where they belong, in the order of the tasks. */
async function writeAll(
  tasks: readonly Task[],
  target: Target,
  { done, dropped, ...writing }: Writing & Outcome,
): Promise<void> {
  const { place, run } = writing;
  const progress = run.messages.progress(place.path === undefined && process.stdout.isTTY);
  const byRef = new Map(tasks.map((task) => [task.listed.ref, task]));
  const sessions = tasks.map(({ listed }) => listed);
  const named = await shownProjects(sessions, run.redaction);
  const renderer = await openRenderer(tasks, target, writing);
  try {
    for (const { ref } of watched(sessions, progress, named)) {
      const task = byRef.get(ref);
      if (!task || run.signal.aborted) break;
      const { diagnostics, session, isFull, findings } = await renderer.render(task);
      for (const diagnostic of diagnostics) run.report(diagnostic);
      if (findings) run.redaction.addFindings(findings);
      if (!session) continue;
      const written = await writeDocuments(session, task, target, writing);
      const documents = [...task.current, ...written.documents];
      done.set(ref, sessionResult(ref, session, documents));
      for (const [sink, features] of Object.entries(session.dropped))
        for (const feature of features) dropped.get(sink)?.add(feature);
      if (isFull || written.isFull) break;
    }
  } finally {
    await renderer.close();
  }
}

async function openTarget({ name, open }: Place, archive: ArchiveWork): Promise<Target> {
  try {
    return await open(archive);
  } catch (cause) {
    if (archive.signal.aborted) throw new CliError(interrupted, "Interrupted.");
    throw new CliError(1, `--out ${safeLine(name)}: ${writeReason(cause)}.`);
  }
}

async function closeTarget(target: Target, place: Place, run: Run): Promise<Closed> {
  try {
    return await target.close(!run.signal.aborted);
  } catch (cause) {
    const what = place.isArchive ? "What the archive knows" : "The file";
    run.report(documentFailed(what, place.path, cause));
    return {};
  }
}

/** The documents that were written, and whether there is no room for more. */
async function writeDocuments(
  session: SessionDocuments,
  task: Task,
  target: Target,
  { place, run }: Writing,
): Promise<{ documents: DocumentResult[]; isFull: boolean }> {
  const { source, id } = task.listed.ref;
  const context = contextFor(run, { source, session: id });
  const documents: DocumentResult[] = [];
  const writer = target.take(session, task, context);
  for (const document of session.documents) {
    try {
      documents.push(await writer.write(document));
    } catch (cause) {
      const path = document.path ?? place.path;
      context.report(documentFailed(`The ${document.sink} document`, path, cause));
      if (isDiskFull(cause)) return { documents, isFull: true };
    }
  }
  return { documents, isFull: false };
}

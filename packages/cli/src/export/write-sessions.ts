import {
  contextFor,
  droppedFeatures,
  type Feature,
  type ListedSession,
  type LoadedSession,
  loadSessions,
  type SessionRef,
} from "@chatexport/core";
import type { ArchiveWork } from "../archive/archive-target.js";
import type { Closed, DocumentResult, Target, Task } from "../archive/target.js";
import { CliError } from "../cli-error.js";
import { errorCode } from "../error-code.js";
import { interrupted, type Run } from "../run.js";
import type { FoundSessions } from "../selection/find-sessions.js";
import { clean } from "../terminal/clean.js";
import { shownProjects, watched } from "../watched-sessions.js";
import type { Place } from "./place.js";
import { archivedResult, type ExportResult, type SessionResult, sessionResult } from "./result.js";
import { documentFailed, writeReason } from "./write-error.js";

/** Writes what is asked for: each session is loaded once, and only if a document of it is outdated. */
export async function writeSessions(
  found: FoundSessions,
  place: Place,
  archive: ArchiveWork,
  run: Run,
): Promise<ExportResult> {
  const { selected } = found;
  const dropped = new Map(archive.sinks.map(({ name }) => [name, new Set<Feature>()]));
  const result: ExportResult = {
    selected: selected.length,
    sessions: [],
    dropped,
    diagnostics: run.diagnostics,
  };
  if (selected.length === 0 && !(await place.isArchive?.())) return result;

  const target = await openTarget(place, archive);
  const done = new Map<SessionRef, SessionResult>();
  try {
    const tasks = await planAll(selected, target, done, run);
    await writeAll(tasks, target, done, { dropped, place, run });
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

/** Loads each session once, hands it to every sink that needs it, and writes the documents. */
async function writeAll(
  tasks: readonly Task[],
  target: Target,
  done: Map<SessionRef, SessionResult>,
  { dropped, place, run }: { dropped: Map<string, Set<Feature>>; place: Place; run: Run },
): Promise<void> {
  const byRef = new Map(tasks.map((task) => [task.listed.ref, task]));
  const progress = run.messages.progress(place.path === undefined && process.stdout.isTTY);
  const { transforms } = run.content;
  const sessions = tasks.map(({ listed }) => listed);
  const named = await shownProjects(sessions, run.redaction);
  const listed = watched(sessions, progress, named);
  for await (const loaded of loadSessions(listed, { ...run, transforms })) {
    const task = byRef.get(loaded.ref);
    if (!task) continue;
    const { documents, isFull } = await writeDocuments(loaded, task, target, { place, run });
    // What was written before that is done.
    if (run.signal.aborted && documents.length === 0) break;
    done.set(loaded.ref, sessionResult(loaded.original, [...task.current, ...documents]));
    for (const sink of task.outdated.keys())
      for (const feature of droppedFeatures(loaded.session, sink))
        dropped.get(sink.name)?.add(feature);
    if (isFull) break;
  }
}

async function openTarget({ name, open }: Place, archive: ArchiveWork): Promise<Target> {
  try {
    return await open(archive);
  } catch (cause) {
    if (archive.signal.aborted) throw new CliError(interrupted, "Interrupted.");
    throw new CliError(1, `--out ${clean(name)}: ${writeReason(cause)}.`);
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
  loaded: LoadedSession,
  task: Task,
  target: Target,
  { place, run }: { place: Place; run: Run },
): Promise<{ documents: DocumentResult[]; isFull: boolean }> {
  const { source, id } = loaded.session;
  const context = contextFor(run, { source, session: id });
  const documents: DocumentResult[] = [];
  const writer = await target.take(loaded, task, context);
  for (const sink of task.outdated.keys()) {
    try {
      documents.push(await writer.write(sink));
    } catch (cause) {
      if (run.signal.aborted) break;
      const path = writer.pathOf?.(sink) ?? place.path;
      context.report(documentFailed(`The ${sink.name} document`, path, cause));
      // The next document would fail in the same way, after it was rendered.
      if (fullDisk.has(errorCode(cause) ?? "")) return { documents, isFull: true };
    }
  }
  return { documents, isFull: false };
}

const fullDisk: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EROFS"]);

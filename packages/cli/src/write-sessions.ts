import {
  contextFor,
  droppedFeatures,
  type Feature,
  type ListedSession,
  type LoadedSession,
  loadSessions,
  present,
  type Sink,
} from "@chatexport/core";
import type { FileState } from "./archive/atomic-file.js";
import { type DocumentName, documentName } from "./archive/names.js";
import { shortIds } from "./archive/short-ids.js";
import type { Target } from "./archive/target.js";
import { CliError } from "./cli-error.js";
import type { FoundSessions } from "./find-sessions.js";
import type { Place } from "./place.js";
import type { Progress } from "./progress.js";
import {
  type DocumentResult,
  type ExportResult,
  type SessionResult,
  sessionResult,
} from "./result.js";
import type { Run } from "./run.js";
import { clean } from "./terminal.js";
import { documentFailed, writeReason } from "./write-error.js";

/** What writing a document takes. */
interface Work {
  sinks: readonly Sink[];
  target: Target;
  place: Place;
  run: Run;
}

/** Loads each session that was asked for once, hands it to every sink, and writes the documents. */
export async function writeSessions(
  { all, selected }: FoundSessions,
  sinks: readonly Sink[],
  place: Place,
  run: Run,
): Promise<ExportResult> {
  const sessions: SessionResult[] = [];
  const dropped = new Map(sinks.map(({ name }) => [name, new Set<Feature>()]));
  const { signal, diagnostics } = run;
  if (selected.length === 0) return { selected: 0, sessions, dropped, diagnostics };

  const target = await openTarget(place);
  const work = { sinks, target, place, run };
  const shortId = shortIds(all.map(({ ref }) => ref));
  const progress = run.messages.progress(place.path === undefined && process.stdout.isTTY);

  for await (const loaded of loadSessions(watched(selected, progress), run)) {
    const name = nameOf(loaded, shortId(loaded.ref));
    const documents = await writeDocuments(loaded, name, work);
    if (signal.aborted) break;
    sessions.push(sessionResult(loaded.session, documents));
    for (const sink of sinks) {
      for (const feature of droppedFeatures(loaded.session, sink))
        dropped.get(sink.name)?.add(feature);
    }
  }
  const file = await closeTarget(work);
  progress.end();
  return present({
    selected: selected.length,
    // A file that all sessions share is as it was before.
    sessions: signal.aborted && target.close ? [] : sessions,
    dropped,
    diagnostics,
    file,
  });
}

async function openTarget({ name, open }: Place): Promise<Target> {
  try {
    return await open();
  } catch (cause) {
    throw new CliError(1, `--out ${clean(name)}: ${writeReason(cause)}.`);
  }
}

async function closeTarget({ target, place, run }: Work): Promise<FileState | undefined> {
  try {
    return await target.close?.(!run.signal.aborted);
  } catch (cause) {
    run.report(documentFailed("The file", place.path, cause));
    return undefined;
  }
}

/** Hands out the sessions and tells how far that is. */
function* watched(listed: readonly ListedSession[], progress: Progress): Generator<ListedSession> {
  const sizeOf = ({ ref }: ListedSession) => ref.bytes ?? 1;
  const all = listed.reduce((sum, session) => sum + sizeOf(session), 0);
  let done = 0;
  for (const [index, session] of listed.entries()) {
    const project = clean(session.ref.project?.name ?? "");
    progress.update(`${index + 1} of ${listed.length} sessions  ${project}`, done / all);
    yield session;
    done += sizeOf(session);
  }
}

function nameOf({ ref, session }: LoadedSession, shortId: string): DocumentName {
  return documentName(
    present({
      source: ref.source,
      project: session.project?.name ?? ref.project?.name,
      startedAt: session.startedAt ?? ref.startedAt,
      title: session.title ?? ref.title,
      shortId,
    }),
  );
}

async function writeDocuments(
  { session }: LoadedSession,
  name: DocumentName,
  { sinks, target, place, run }: Work,
): Promise<DocumentResult[]> {
  const context = contextFor(run, { source: session.source, session: session.id });
  const written: DocumentResult[] = [];
  for (const sink of sinks) {
    const path = target.pathOf?.({ sink, name });
    try {
      const state = await target.write({ session, sink, name, context });
      written.push(present({ sink: sink.name, path, state }));
    } catch (cause) {
      if (run.signal.aborted) break;
      context.report(documentFailed(`The ${sink.name} document`, path ?? place.path, cause));
    }
  }
  return written;
}

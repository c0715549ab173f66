import type { Context, ListedSession, LoadedSession, SessionRef, Sink } from "@chatexport/core";
import type { ArchivedSession } from "./archived-session.js";
import type { FileState } from "./atomic-file.js";
import type { Content } from "./batches.js";
import type { StagedDocument } from "./staged-document.js";
import type { Vanished } from "./vanished.js";

/**
 * What became of a document. "renamed": it has another name now, and maybe another content.
 * "edited": a person changed the file, which was left alone. "decayed": the store has lost a part
 * of the session, and the document was left as it was.
 */
export type DocumentState = FileState | "renamed" | "edited" | "decayed";

/** A document after a run. */
export interface DocumentResult {
  /** Name of the sink. */
  sink: string;
  /** Its file; absent when it has none of its own. */
  path?: string;
  state?: DocumentState;
  /** Why it was written, or was not, in a few words. */
  reason?: string;
}

/** What is to be done for a session, decided without loading it. */
export interface Task {
  listed: ListedSession;
  /** The sinks whose documents have to be written, each with the reason. */
  outdated: Map<Sink, string>;
  /** The documents that stay as they are. */
  current: DocumentResult[];
  /** What is known of the session from the run that wrote them. */
  archived?: ArchivedSession;
}

/** What any thread can do of a session's work: plain data. */
export interface Job {
  ref: SessionRef;
  /** Name of the source that loads it. */
  source: string;
  /** Names of the sinks whose documents have to be rendered. */
  sinks: string[];
  /** What an archive knows of the session from earlier runs. */
  archived?: ArchivedSession;
  /** What makes the names of its documents unique in an archive. */
  shortId?: string;
}

/** A document that was rendered: plain data. */
export interface RenderedDocument {
  /** Name of the sink. */
  sink: string;
  /** Its file; absent when it has none of its own. */
  path?: string;
  /** What has to get its name in an archive; absent where the document stays as it was. */
  staged?: StagedDocument;
}

/** What rendering a session for an archive tells about it: plain data. */
export interface RenderedSession {
  /** The session as the archive will know it. */
  known?: ArchivedSession;
  /** What its store has lost, in words. */
  loss?: string;
}

/** Renders the documents of one session. */
export interface SessionRenderer extends RenderedSession {
  /** The file of the document, when it has its own. */
  pathOf?(sink: Sink): string;
  render(sink: Sink): Promise<RenderedDocument>;
}

/** Takes on a session whose documents are to be rendered. */
export type BeginSession = (
  loaded: LoadedSession,
  job: Job,
  context: Context,
) => Promise<SessionRenderer>;

/** Puts the documents of one session where they belong. */
export interface DocumentWriter {
  write(document: RenderedDocument): Promise<DocumentResult>;
}

/** Where documents go: a folder, one file, or standard output. */
export interface Target {
  /** Says what has to be done for a session. */
  plan(listed: ListedSession): Promise<Task>;
  /** What has to be known for that by whoever renders the documents. */
  jobFor(task: Task): Job;
  begin: BeginSession;
  /** Takes on a session whose documents were rendered. */
  take(rendered: RenderedSession, task: Task, context: Context): DocumentWriter;
  /** Ends the work; `complete` tells that all that was asked for is done. */
  close(complete: boolean): Promise<Closed>;
}

/** What became of that which documents share. */
export interface Closed {
  /** The file that holds all documents. */
  file?: FileState;
  /** The indexes. */
  indexes?: DocumentResult[];
  /** Sessions of the archive that are not in the places that were read. */
  vanished?: Vanished;
}

/** The plan of a target that keeps no record: everything is written. */
export function everything(listed: ListedSession, sinks: readonly Sink[]): Task {
  return { listed, outdated: new Map(sinks.map((sink) => [sink, ""])), current: [] };
}

/** The job of a target that keeps no record. */
export function plainJob({ listed: { ref, source }, outdated }: Task): Job {
  return { ref, source: source.name, sinks: Array.from(outdated.keys(), ({ name }) => name) };
}

/** For a target that needs no more than rendering: the documents are where they belong. */
export function nothingToWrite(): DocumentWriter {
  return { write: async ({ sink }) => ({ sink }) };
}

/** A document that follows another one in the same stream. */
export async function* following(
  sink: Sink,
  content: Content,
): AsyncGenerator<string | Uint8Array> {
  // Without an empty line, the end of one document and the beginning of the next would run together.
  if (sink.mediaType.startsWith("text/")) yield "\n";
  yield* content;
}

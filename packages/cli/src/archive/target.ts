import type { Context, ListedSession, LoadedSession, Sink } from "@chatexport/core";
import type { ArchivedSession } from "./archived-session.js";
import type { FileState } from "./atomic-file.js";
import type { Content } from "./batches.js";
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

/** Writes the documents of one session. */
export interface DocumentWriter {
  /** The file of the document, when it has its own. */
  pathOf?(sink: Sink): string;
  write(sink: Sink): Promise<DocumentResult>;
}

/** Where documents go: a folder, one file, or standard output. */
export interface Target {
  /** Says what has to be done for a session. */
  plan(listed: ListedSession): Promise<Task>;
  /** Takes on a session whose documents are to be written. */
  take(loaded: LoadedSession, task: Task, context: Context): Promise<DocumentWriter>;
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

/** A document that follows another one in the same stream. */
export async function* following(
  sink: Sink,
  content: Content,
): AsyncGenerator<string | Uint8Array> {
  // Without an empty line, the end of one document and the beginning of the next would run together.
  if (sink.mediaType.startsWith("text/")) yield "\n";
  yield* content;
}

import type { Context, ListedSession, LoadedSession, SessionRef, Sink } from "@chatexport/core";
import type { ArchivedSession } from "./archived-session.js";
import type { FileState } from "./atomic-file.js";
import type { Figures } from "./figures.js";
import type { StagedDocument } from "./staged-document.js";

/**
 * The state of a document after a run. "renamed": it has another name now, and maybe another
 * content. "edited": a person changed the file, which was left alone. "decayed": the store has lost
 * a part of the session, and the document was left as it was.
 */
export type DocumentState = FileState | "renamed" | "edited" | "decayed";

/** A document after a run. */
export interface DocumentResult {
  /** Name of the sink. */
  sink: string;
  /** Its file; absent when it has none of its own. */
  path?: string;
  state?: DocumentState;
  /** The reason why it was written, or was not, in a few words. */
  reason?: string;
}

/** The work to do for a session, decided without loading it. */
export interface Task {
  listed: ListedSession;
  /** The sinks whose documents have to be written, each with the reason. */
  outdated: Map<Sink, string>;
  /** The documents that stay as they are. */
  current: DocumentResult[];
  /** The facts about the session from the run that wrote them. */
  archived?: ArchivedSession;
}

/** A task as plain data, so that any thread can load the session and render its documents. */
export interface Job {
  ref: SessionRef;
  /** Name of the source that loads it. */
  source: string;
  /** Names of the sinks whose documents have to be rendered. */
  sinks: string[];
  /** The facts that the archive has of the session from earlier runs. */
  archived?: ArchivedSession;
  /** The id that makes the names of its documents unique. */
  shortId?: string;
}

/** A document that was rendered, as plain data. */
export interface RenderedDocument {
  /** Name of the sink. */
  sink: string;
  /** Its file; absent when it has none of its own. */
  path?: string;
  /** The document that has to get its name in an archive; absent where it stays as it was. */
  staged?: StagedDocument;
}

/** The facts about a session that rendering it for an archive gives, as plain data. */
export interface RenderedSession {
  /** The session as the archive will know it. */
  known?: ArchivedSession;
  /** The parts that its store has lost, in words. */
  loss?: string;
}

/** Renders the documents of one session. */
export interface SessionRenderer extends RenderedSession {
  /** The file of the document, when it has its own. */
  pathOf?(sink: Sink): string;
  /** Renders the document of a sink, without its name. */
  render(sink: Sink): Promise<RenderedDocument>;
}

/** A session that was loaded, with its figures. */
export type MeasuredSession = LoadedSession<Figures>;

/** Makes what renders the documents of a session that was loaded. */
export type OpenRenderer = (
  loaded: MeasuredSession,
  job: Job,
  context: Context,
) => Promise<SessionRenderer>;

/** Gives a rendered document its name in the archive, unless a person has changed it there. */
export type PlaceDocument = (document: RenderedDocument) => Promise<DocumentResult>;

import {
  addTallies,
  type Diagnostic,
  type Feature,
  type Purpose,
  present,
  type Session,
  type Tally,
  withSubagents,
} from "@chatexport/core";
import type { FileState } from "./archive/atomic-file.js";

/** What became of all that was to be exported. */
export interface ExportResult {
  /** Number of sessions that were asked for. */
  selected: number;
  sessions: SessionResult[];
  /** The features that occur and that a sink leaves out, by name of the sink. */
  dropped: Map<string, Set<Feature>>;
  diagnostics: Diagnostic[];
  /** The state of the file that holds all documents. */
  file?: FileState;
}

/** What became of a session. */
export interface SessionResult {
  source: string;
  id: string;
  records: Tally;
  subagents: { id: string; purpose?: Purpose; records: Tally }[];
  /** Those that were written. */
  documents: DocumentResult[];
}

/** A document that was written. */
export interface DocumentResult {
  sink: string;
  /** Absent when the document has no file of its own. */
  path?: string;
  state?: FileState;
}

/** The result of a session; it does not keep the session in memory. */
export function sessionResult(session: Session, documents: DocumentResult[]): SessionResult {
  const { source, id, records } = session;
  const embedded = [...withSubagents(session)].slice(1);
  return {
    source,
    id,
    records,
    subagents: embedded.map((one) =>
      present({ id: one.id, purpose: one.purpose, records: one.records }),
    ),
    documents,
  };
}

/** The records of all sessions and their sub-agents. */
export function allRecords(sessions: readonly SessionResult[]): Tally {
  const all = sessions.flatMap((session) => [session, ...session.subagents]);
  return addTallies(all.map(({ records }) => records));
}

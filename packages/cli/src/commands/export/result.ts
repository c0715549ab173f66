import type { ArchivedSubagent, Closed, DocumentResult, FileState } from "@chatexport/archive";
import {
  addTallies,
  compareStrings,
  type Diagnostic,
  type Feature,
  type LeftOutSession,
  present,
  type SessionRef,
  type Tally,
} from "@chatexport/core";

/** The result of an export, for all sessions. */
export interface ExportResult extends Partial<Closed> {
  /** The state of the file that holds all documents. */
  file?: FileState;
  /** Number of sessions that were asked for. */
  selected: number;
  sessions: SessionResult[];
  /** The features that occur and that a sink leaves out, by name of the sink. */
  dropped: Map<string, Set<Feature>>;
  diagnostics: Diagnostic[];
  /** Those of them that a dataset did not take. */
  leftOut?: readonly LeftOutSession[];
}

/** The result of exporting a session. */
export interface SessionResult {
  source: string;
  id: string;
  /** It was read in this run; else its documents were up to date, and the run that wrote them counted. */
  isRead: boolean;
  /** Absent where an earlier run counted them, and nothing is left of that. */
  records?: Tally;
  subagents: ArchivedSubagent[];
  /** Those that are there, by the names of their sinks. */
  documents: DocumentResult[];
}

/** The result of a session that was read, or is known from an earlier run. */
export function sessionResult(
  { source, id }: Pick<SessionRef, "source" | "id">,
  { records, subagents = [] }: { records?: Tally; subagents?: ArchivedSubagent[] },
  documents: readonly DocumentResult[],
  isRead = true,
): SessionResult {
  const bySink = documents.toSorted((a, b) => compareStrings(a.sink, b.sink));
  return present({ source, id, isRead, records, subagents, documents: bySink });
}

/** The records of all sessions and their sub-agents. */
export function allRecords(sessions: readonly SessionResult[]): Tally {
  const all = sessions.flatMap((session) => [session, ...session.subagents]);
  return addTallies(all.flatMap(({ records }) => records ?? []));
}

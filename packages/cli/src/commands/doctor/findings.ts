import type { Coverage } from "@chatexport/archive";
import type { Diagnostic, Store, Tally } from "@chatexport/core";
import type { KeptTransaction, MissingProject as Missing } from "@chatexport/relocate";

/** The findings of doctor: the source of its JSON and of its report for people. */
export interface Findings {
  /** Of this program. */
  version: string;
  /** All that there is can be read, and nothing hides a session. */
  fine: boolean;
  sources: SourceFindings[];
  deletion: Deletion;
  archive: ArchiveFindings;
  /** Absent when it was not looked at, because the stores may come from another machine. */
  missingProjects?: MissingProject[];
  /** Changes to stores of which something is kept, such as moves of projects, the latest first. */
  changes: ChangeFindings[];
  /** Sessions that their tool keeps and shows nowhere, newest first. */
  unlisted: SessionFacts[];
  problems: Problem[];
  /** A sentence about each place, source or home that was named and yields nothing, or journal that cannot be read. */
  unmet: string[];
}

/** The findings of a source. */
export interface SourceFindings {
  name: string;
  sessions: number;
  /** Of its stores, as far as they know it. */
  bytes?: number;
  /** Places that were looked at. */
  stores: StoreFindings[];
}

/** A place that was looked at. */
export interface StoreFindings extends Omit<Store, "formats" | "unowned" | "unownedFiles"> {
  formats?: NamedCount[];
  /** Rows and lines that no session owns. */
  unowned?: { family: string; rows: Tally }[];
  /** Files beside the sessions that belong to none of them. */
  unownedFiles?: NamedCount[];
}

/** A name of something, and how often it is there. */
export interface NamedCount {
  name: string;
  count: number;
}

/** The deletions that the tools plan, as far as they are known. */
export interface Deletion {
  /** The next start of the tool deletes them. */
  overdue: number;
  within7Days: number;
  within30Days: number;
  /** Those of the next 30 days, the first ones first. */
  next: ExpiringSession[];
}

/** The facts that are shown of a session. */
export interface SessionFacts {
  id: string;
  shortId: string;
  source: string;
  title?: string;
  project?: string;
  startedAt?: string;
  updatedAt?: string;
}

/** A session that will be deleted. */
export interface ExpiringSession extends SessionFacts {
  expiresAt: string;
  archive: Coverage;
}

/** The sessions among those found that the archive has. */
export interface ArchiveFindings {
  path: string;
  found: boolean;
  /** The reason why it cannot be read. */
  reason?: string;
  /** The number of sessions that are in it in each state. */
  counts: Record<Coverage, number>;
  /** The names of the sinks whose documents are in it. */
  sinks: string[];
}

/** A move of a project. */
export interface ChangeFindings extends Omit<KeptTransaction, "phase" | "size"> {
  /** The size of the originals of all changed files. */
  bytes: number;
}

/** A project with sessions whose folder is not there. */
export interface MissingProject extends Omit<Missing, "isInner"> {
  /** The command that reconnects its sessions, with NEW for an unknown folder; absent for a project in another one. */
  repair?: string;
}

/** Diagnostics that share a code. */
export interface Problem extends Pick<Diagnostic, "severity" | "code" | "message"> {
  source?: string;
  count: number;
  /** The remedy, where there is one. */
  remedy?: string;
  /** `file:line`, as far as they are known. */
  places: string[];
}

import type { SessionRef } from "@chatexport/core";
import type { EditOptions } from "./records/edit.js";
import type { TargetName } from "./targets.js";

/** A session in the user's own store of a tool that is edited on its records. */
export interface OwnSession {
  readonly source: TargetName;
  /** Its id, without the mark of a project. */
  readonly id: string;
  /** The file to which the tool adds what is said next. */
  readonly path: string;
  /** The session as a list shows it; undefined for a file that holds none. */
  ref(): Promise<SessionRef | undefined>;
  /** Says what gives it another title. */
  rename(title: string): PlannedRenaming;
  /**
   * Says how it becomes another session, or what was said in it until the prompt `at`, counted from 1, was
   * answered.
   */
  copy(at?: number): Promise<PlannedCopy>;
  /** Says what can be left out of it. */
  trim(options: TrimOptions): Promise<PlannedTrim>;
  /** Says what goes when it is deleted. */
  delete(): PlannedDeletion;
}

/** A change of a session; nothing is changed by planning. */
interface Planned {
  /** Carries it out, and verifies it. Resolves to the name of the change, for `undo` of `@chatexport/relocate`. */
  apply(options: EditOptions): Promise<string>;
}

/** A session that gets another title. */
export interface PlannedRenaming extends Planned {
  /** The files that get the title. */
  rewritten: string[];
}

/** A session that becomes another one. */
export interface PlannedCopy extends Planned {
  /** The id of the copy, its file, and the folder in which it goes on. */
  id: string;
  path: string;
  folder: string;
  /** Of that file. */
  bytes: number;
  /** The number of files that are written. */
  files: number;
}

/** A session that gets shorter. */
export interface PlannedTrim extends Planned {
  saved: Saved[];
  bytesBefore: number;
  bytesAfter: number;
}

/** A session that goes. */
export interface PlannedDeletion extends Planned {
  /** Of what it was said in. */
  bytes: number;
  /** The files that belong to the session alone. */
  removed: string[];
  /** Files that say something of the session among others. */
  rewritten: string[];
}

/** The choice of what is left out of a transcript. */
export interface TrimOptions {
  /** Cuts results of calls beyond so many characters. */
  results?: number;
  images?: boolean;
  reasoning?: boolean;
  /** Leaves out everything before the prompt of this number, counted from 1. */
  before?: number;
}

/** The parts that were left out. */
export interface Saved {
  /** Of what, in words for people: "results". */
  what: "earlier messages" | "results" | "images" | "pieces of reasoning";
  count: number;
  /** About a token for four characters, as models count; an image counts for what it takes at most. */
  tokens: number;
}

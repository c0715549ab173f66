import type { Session, SessionRef } from "@chatexport/core";

/** The sessions that a question is about. */
export interface Scope {
  /** The name of a project, its path or a glob over both; absent for all projects. */
  project?: string;
  /** Names of sources: "claude", "cursor", …; absent for all. */
  from?: readonly string[];
  /** Only sessions active since then: a date, a time, or a span as "7d". */
  since?: string;
  /** Only sessions active until then. */
  until?: string;
}

/** The part of the history that an answer rests on. */
export interface Coverage {
  /** The number of sessions that were looked at. */
  sessions: number;
  /** The number of all sessions. */
  all: number;
  /** The number of sessions outside of what was asked for. */
  outside: number;
  /** Sentences: which sessions were not looked at, and why. */
  leftOut: readonly string[];
}

/** A line in which something was found. */
export interface Hit {
  /** Id of the message; absent for a title or a file of the session. */
  message?: string;
  /** ISO 8601, UTC. */
  time?: string;
  /** "user", "assistant", "system", "tool", or the place where it is no one's word: "title". */
  role: string;
  /** The name of the tool that was called. */
  tool?: string;
  /** It was said in a sub-agent. */
  isInSubagent?: boolean;
  /** The line, or as much of it as is worth showing. */
  text: string;
}

/** A session in which something was found. */
export interface FoundSession {
  ref: SessionRef;
  /** The first lines, the best ones first. */
  hits: readonly Hit[];
  /** The number of all its lines. */
  count: number;
}

/** The answer to a search. */
export interface FoundIn {
  /** The best session first. */
  found: readonly FoundSession[];
  /** In how many sessions it was found in all. */
  total: number;
  /** The text is nowhere as it was written, and these have the most of its words. */
  isOfWords?: boolean;
  coverage: Coverage;
}

/** A session that touched a file. */
export interface TouchedFile {
  ref: SessionRef;
  /** The path as the session has it. */
  path: string;
  /** True where it changed the file, false where it only read it. */
  isChanged: boolean;
  /** ISO 8601, UTC: when it last did. */
  time?: string;
}

/**
 * The history that a server answers from. Everything that it gives may be shown: secrets are masked. Each question is
 * answered from the stores as they are at that moment.
 */
export interface History {
  /** Some of the sessions, newest first. */
  sessions(
    scope: Scope & { skip: number; limit: number },
  ): Promise<{ refs: readonly SessionRef[]; coverage: Coverage }>;
  /**
   * In which sessions a text is, at most so many: in what was said; with `everything` also in tool calls, their output,
   * reasoning and files.
   */
  search(query: string, scope: Scope & { everything: boolean; limit: number }): Promise<FoundIn>;
  /** Which sessions read or changed a file, the last ones first; a path may be the end of one. */
  sessionsOfFile(
    path: string,
    scope: Scope,
  ): Promise<{ files: readonly TouchedFile[]; coverage: Coverage }>;
  /** The session with such an id in such a source; undefined where there is none. */
  load(source: string, id: string): Promise<Session | undefined>;
  /** A session as a Markdown document. */
  markdown(session: Session): Promise<string>;
}

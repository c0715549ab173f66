import type { Session, Sink, Source } from "@chatexport/core";
import type { System } from "@chatexport/core/read";

/** A tool that can go on with a session of any other one. */
export interface Target {
  /** As people call it: "Claude Code". */
  readonly title: string;
  /** Writes a session as the tool stores it. */
  sink(): Sink;
  /** Reads the session in a file as the tool stores it, with the files of its sub-agents. */
  source(path: string, agents?: readonly string[]): Source;
  /** The id that a session gets in the tool: the same each time. */
  idOf(session: Session): string;
  /** The files in the tool's store that are the session of an id. */
  filesOf(id: string, system: System): string[];
  /** The file in which the tool looks for a session. */
  pathOf(place: Place, system: System): string;
  /** The files of the sub-agents of a session that lies at a path; absent where the tool keeps none of a session of its own. */
  agentsOf?(session: Session, path: string, system: System): AgentFile[];
  /** A second file that the tool looks for, with its text; undefined where it needs none. */
  markOf?(
    session: Session & { cwd: string },
    system: System,
  ): { path: string; text: string } | undefined;
  /** The command by which the tool takes the file into its own store; absent where the file lies in that. */
  importing?(path: string): string[];
  /** The command that a person types to go on with a session. */
  command(id: string): string[];
}

/** A file that holds a sub-agent of a session. */
export interface AgentFile {
  path: string;
  /** The sub-agent as it is written. */
  session: Session;
  sink: Sink;
  /** A file beside it that tells more of it. */
  note?: { path: string; text: string };
}

/** The place where a session is to go on. */
export interface Place {
  id: string;
  /** The folder in which the tool works on, with links resolved. */
  folder: string;
  /** The time when the session began. */
  startedAt: Date;
}

import type { Session, Sink, Source } from "@chatexport/core";
import type { System } from "@chatexport/core/read";

/** A tool that can go on with a session of any other one. */
export interface Target {
  /** As people call it: "Claude Code". */
  readonly title: string;
  /** Writes a session as the tool stores it. */
  sink(): Sink;
  /** Reads the session in a file as the tool stores it. */
  source(path: string): Source;
  /** The id that a session gets in the tool: the same each time. */
  idOf(session: Session): string;
  /** The files in the tool's store that are the session of an id. */
  filesOf(id: string, system: System): string[];
  /** The file in which the tool looks for a session. */
  pathOf(place: Place, system: System): string;
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

/** The place where a session is to go on. */
export interface Place {
  id: string;
  /** The folder in which the tool works on, with links resolved. */
  folder: string;
  /** The time when the session began. */
  startedAt: Date;
}

import { type Project, present, type Session, schemaVersion } from "@chatexport/core";

/** The facts about a session before it is loaded: plain data, which its ref carries. */
export interface Head extends Beginning {
  /** Which reader loads it. */
  kind: "cli" | "chat" | "stored-chat" | "turns";
  branch?: string;
  bytes: number;
  /** Tells of each change of its files. */
  state: string;
}

/** The facts that each session has from those who stored it. */
interface Beginning {
  id: string;
  path: string;
  format: string;
  title?: string;
  titleFrom?: Exclude<Session["titleFrom"], undefined>;
  cwd?: string;
  project?: Project;
  startedAt?: string;
  updatedAt?: string;
}

type Fixed = "schemaVersion" | "id" | "source" | "format";
type Said = Pick<Session, "messages" | "records">;

/** A session, with what its reader has found. */
export function sessionOf(
  { id, format, title, titleFrom, startedAt, updatedAt, cwd, project, path }: Beginning,
  found: Said & { [Name in Exclude<keyof Session, Fixed>]?: Session[Name] | undefined },
): Session {
  const { native, ...others } = found;
  return present<Session>({
    schemaVersion,
    id,
    source: "copilot",
    format,
    title,
    titleFrom,
    startedAt,
    updatedAt,
    cwd,
    project,
    ...present<Said & Partial<Omit<Session, Fixed>>>(others),
    origin: found.origin ?? { path },
    native,
  });
}

/**
 * True when a prompt is what VS Code writes when a command in the background has ended, or may wait for
 * input (2026): "[Terminal <id> notification: command completed with exit code 0. …]" and what the terminal
 * shows.
 */
export function isOfTerminal(prompt: string): boolean {
  return /^\[Terminal [\w-]{1,64} notification: /.test(prompt);
}

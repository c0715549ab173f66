import { sentenceWith } from "./errors.js";
import type { Origin } from "./model.js";

/**
 * A condition that the user may want to know: what is wrong, where, and what can be done. It
 * quotes places, never content. docs/diagnostics.md explains each code.
 */
export interface Diagnostic {
  /** An error lost something that was asked for; a warning may have; an info did not. */
  severity: "error" | "warning" | "info";
  /** In kebab-case, stable. */
  code: string;
  /** One sentence for the user. */
  message: string;
  origin?: Origin;
  cause?: unknown;
  /** The things that a sink wrote as text or left out, by their kind: "calls", "files". */
  changes?: ChangeCounts;
  /** Name of the source, set by the engine. */
  source?: string;
  /** Id of the session, set by the engine. */
  session?: string;
}

/** The number of things, by their kind, that became text or were left out. */
export type ChangeCounts = Readonly<Record<string, { text: number; leftOut: number }>>;

/**
 * A file cannot be read; a warning where only a copy of it is gone.
 * @remedy Permit yourself to read it (`chmod u+r FILE`); a link to nowhere can be removed.
 */
export function unreadableFile(path: string, cause: unknown): Diagnostic {
  const message = sentenceWith("The file cannot be read", cause);
  return { severity: "error", code: "unreadable-file", message, origin: { path }, cause };
}

/**
 * A compressed file is cut off or damaged. Everything before that is read.
 * @remedy Take the file from a backup.
 */
export function damagedArchive(origin: Origin): Diagnostic {
  const message =
    "The compressed file is cut off or damaged: what follows in it is missing. Take it from a backup.";
  return { severity: "error", code: "damaged-archive", message, origin };
}

/**
 * A folder cannot be read.
 * @remedy Permit yourself to read it (`chmod u+rx FOLDER`).
 */
export function unreadableFolder(path: string, cause: unknown): Diagnostic {
  const message = sentenceWith("The folder cannot be read", cause);
  return { severity: "error", code: "unreadable-folder", message, origin: { path }, cause };
}

/** Nothing was said in a session: it ended before the first prompt. */
export function emptySession(path: string): Diagnostic {
  const message = "Nothing was said in the session: the file holds instructions and settings.";
  return { severity: "info", code: "empty-transcript", message, origin: { path } };
}

/**
 * A file is of another agent, which the message names.
 * @remedy Another source may read it (`chatexport plugins` lists them), or a plugin.
 */
export function otherToolFile(path: string, tool: string): Diagnostic {
  const message = `The file seems to be from ${tool}, which this source does not read.`;
  return { severity: "info", code: "other-tool", message, origin: { path } };
}

/**
 * A record is of a type that the source does not know, as from a new version of a tool. JSONL keeps
 * it as it is, Markdown folds it.
 * @remedy Please report the type, and no content.
 */
export function unknownRecord(origin: Origin, type: string, count = 1): Diagnostic {
  const others = count > 1 ? ` (the first of ${count} in this file)` : "";
  const message = `The record type "${type}" is not known; the record is kept as it is${others}.`;
  return { severity: "warning", code: "unknown-record", message, origin };
}

/** An entry of a conversation, or of a list of projects, is not the JSON object that it should be. */
export function malformedEntry(path: string, at: string): Diagnostic {
  const message = "The entry does not hold the JSON object that it should, and was left out.";
  return { severity: "warning", code: "malformed-entry", message, origin: { path, at } };
}

/**
 * A file in the place of a session does not begin as one.
 * @remedy Please report which tool wrote it.
 */
export function unknownFile(path: string, tool: string): Diagnostic {
  const message = `The file does not begin as a session of ${tool} does and was left out.`;
  return { severity: "warning", code: "unknown-file", message, origin: { path } };
}

/**
 * A source could not list its sessions, or not say where it looks or what was counted by day.
 * @remedy Run again with `--verbose`; please report it with the version.
 */
export function sourceFailed(source: string, what: string, cause: unknown): Diagnostic {
  const message = sentenceWith(`The source ${source} could not ${what}`, cause);
  return { severity: "error", code: "source-failed", message, cause };
}

/**
 * A session could not be loaded, searched or written: its file is gone or not readable, nested too
 * deep, or takes too much memory. All other sessions are kept.
 * @remedy Restore the file from a backup. For memory: `NODE_OPTIONS=--max-old-space-size=8192` gives 8 GB.
 */
export function sessionFailed(what: "loaded" | "searched" | "written", cause: unknown): Diagnostic {
  const message = sentenceWith(`The session could not be ${what}`, cause);
  return { severity: "error", code: "session-failed", message, cause };
}

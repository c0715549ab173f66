import {
  type Diagnostic,
  errorCode,
  messageOf,
  present,
  type Session,
  sentenceWith,
} from "@chatexport/core";

/**
 * A file of the archive is outdated, but was edited, so it was left alone.
 * @remedy Keep notes in files of your own: move this one away and export again, or give it up with
 * `--force`.
 */
export function documentEdited(path: string): Diagnostic {
  const message =
    "The file is not as chatexport wrote it, so it was left alone, although there is something new; move it away, or export with --force.";
  return { severity: "warning", code: "document-edited", message, origin: { path } };
}

/**
 * No index was written: a file that is not from chatexport has its name.
 * @remedy Rename that file if you want an index.
 */
export function indexNameTaken(path: string): Diagnostic {
  const message =
    "No index was written: a file that is not from chatexport has its name. Rename it, if you want one.";
  return { severity: "info", code: "index-name-taken", message, origin: { path } };
}

/**
 * A line of `.chatexport/manifest.jsonl` describes no session, for example after a merge. It was
 * left out; a session that is still in its store is entered again.
 * @remedy Nothing, unless sessions that only the archive has are missing from its index: then take
 * the file from a backup.
 */
export function damagedManifest(path: string, line: number): Diagnostic {
  const message =
    "The line of the manifest describes no session and was left out. A session that is still in its store is entered again; one that only the archive has, when the archive is read with --from jsonl.";
  return { severity: "warning", code: "damaged-manifest", message, origin: { path, at: line } };
}

/**
 * The store has lost prompts, answers, tool results, files or edits that the archive has. The
 * documents stay; where the session has gone on, new documents join them.
 * @remedy Nothing. If the store is right, write what is left with `--force --session ID`.
 */
export function sessionShrunk(loss: string, isContinued: boolean, { origin }: Session): Diagnostic {
  const consequence = isContinued
    ? "and it has gone on since: its documents stay as they were, and new ones stand beside them"
    : "so its documents stay as they were; --force writes what is left";
  const message = `The store has lost ${loss} of this session, ${consequence}.`;
  return { severity: "warning", code: "session-shrunk", message, origin };
}

const permission = "there is no permission to write there; choose another place";
const fileInTheWay = "a file is where a folder has to be; move it or choose another place";

const reasons: Readonly<Record<string, string>> = {
  EACCES: permission,
  EPERM: permission,
  EROFS: "the disk is read-only; choose another place",
  ENOSPC: "the disk is full; free some space and run again",
  EDQUOT: "the quota is used up; free some space and run again",
  ENOENT: "no folder can be made there; choose another place",
  EEXIST: fileInTheWay,
  ENOTDIR: fileInTheWay,
  EISDIR: "a folder is where the file has to be; move it or choose another place",
  ENAMETOOLONG: "its path is too long; choose a shorter one",
};

/** The reason why something could not be written, and what can be done. */
export function writeReason(cause: unknown): string {
  return reasons[errorCode(cause) ?? ""] ?? messageOf(cause);
}

const fullDisk: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "EROFS"]);

/** True when something could not be written because there is no room, for anything else either. */
export function isDiskFull(cause: unknown): boolean {
  return fullDisk.has(errorCode(cause) ?? "");
}

/**
 * A document could not be made or written: it is nested too deep, a plugin failed, no permission,
 * no space, a folder in the place of a file.
 * @remedy Make room or permission, or choose another `--out`, and export again: complete documents
 * stay.
 */
export function documentFailed(what: string, path: string | undefined, cause: unknown): Diagnostic {
  const message = `${what} could not be written: ${writeReason(cause)}.`;
  const origin = path === undefined ? undefined : { path };
  return present({ severity: "error", code: "document-failed", message, origin, cause });
}

/** A session of which the thread that rendered it has died. */
export function threadDied(source: string, session: string, cause: unknown): Diagnostic {
  const isLarge = errorCode(cause) === "ERR_WORKER_OUT_OF_MEMORY";
  const reason = isLarge ? "it takes more memory than there is" : cause;
  const message = sentenceWith(`The session ${session} could not be loaded`, reason);
  return { severity: "error", code: "session-failed", message, cause, source, session };
}

import { type Diagnostic, errorCode, messageOf } from "@chatexport/core";

/** A source that could not do what it was asked for, such as "say where it looks". */
export function sourceFailed(source: string, what: string, cause: unknown): Diagnostic {
  const message = `The source ${source} could not ${what}: ${messageOf(cause)}`;
  return { severity: "error", code: "source-failed", message, cause };
}

/** A session that could not be searched. */
export function searchFailed(cause: unknown): Diagnostic {
  const message = `The session could not be searched: ${messageOf(cause)}`;
  return { severity: "error", code: "session-failed", message, cause };
}

/** A session of which the thread that rendered it has died. */
export function threadDied(source: string, session: string, cause: unknown): Diagnostic {
  const isLarge = errorCode(cause) === "ERR_WORKER_OUT_OF_MEMORY";
  const reason = isLarge ? "it takes more memory than there is" : messageOf(cause);
  const message = `The session ${session} could not be loaded: ${reason}`;
  return { severity: "error", code: "session-failed", message, cause, source, session };
}

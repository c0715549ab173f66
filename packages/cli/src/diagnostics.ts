import { type Diagnostic, messageOf } from "@chatexport/core";

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

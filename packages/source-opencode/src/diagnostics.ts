import type { Diagnostic, Origin } from "@chatexport/core";

/* All that this source reports; docs/diagnostics.md is for those who read it. */

/** A row or file does not hold the JSON that it should. */
export function malformedRecord(origin: Origin, cause: unknown): Diagnostic {
  const message =
    "The record does not hold the JSON object that it should, or cannot be read, and was left out; a backup may have it whole.";
  return {
    severity: "warning",
    code: "malformed-row",
    message,
    origin,
    // A parser of JSON quotes what it read.
    ...(cause !== undefined && !(cause instanceof SyntaxError) && { cause }),
  };
}

/** Parts are there, but not the message that they belong to. */
export function missingMessage(origin: Origin): Diagnostic {
  const message =
    "The message that this part belongs to is not in the store: who said it, and when, is not known.";
  return { severity: "warning", code: "missing-message", message, origin };
}

/** The session that started a sub-agent is gone. */
export function missingParent(origin: Origin): Diagnostic {
  const message =
    "The session that started this sub-agent is not in the store: it stands on its own.";
  return { severity: "info", code: "missing-parent", message, origin };
}

/** A database that is not OpenCode's. */
export function foreignDatabase(path: string): Diagnostic {
  const message = "The database has none of the tables of OpenCode and was left out.";
  return { severity: "info", code: "foreign-file", message, origin: { path } };
}

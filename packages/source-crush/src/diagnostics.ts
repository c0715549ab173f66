import type { Diagnostic, Origin } from "@chatexport/core";

/* All that this source reports itself; docs/diagnostics.md is for those who read it. */

/** A session has no id, or a message no list of parts. */
export function malformedRow(origin: Origin): Diagnostic {
  const message =
    "The row does not hold what it should, and was left out; a backup may have it whole.";
  return { severity: "warning", code: "malformed-row", message, origin };
}

/** A database that is not Crush's. */
export function foreignDatabase(path: string): Diagnostic {
  const message = "The database has none of the tables of Crush and was left out.";
  return { severity: "info", code: "foreign-file", message, origin: { path } };
}

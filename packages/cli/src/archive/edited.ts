import type { Diagnostic } from "@chatexport/core";

/** The diagnostic for a file that is not written over, because it is not as the archive made it. */
export function editedByHand(path: string): Diagnostic {
  return {
    severity: "warning",
    code: "document-edited",
    message:
      "The file is not as chatexport wrote it, so it was left alone, although there is something new; move it away, or export with --force.",
    origin: { path },
  };
}

/** The diagnostic for an index that is not written, because a file of a person has its name. */
export function nameTaken(path: string): Diagnostic {
  return {
    severity: "info",
    code: "index-name-taken",
    message:
      "No index was written: a file that is not from chatexport has its name. Rename it, if you want one.",
    origin: { path },
  };
}

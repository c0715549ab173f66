import type { Diagnostic } from "@chatexport/core";

/* All that this source reports; docs/diagnostics.md is for those who read it. */

/** The projects or memories of an export are no list. */
export function malformedList(path: string): Diagnostic {
  const message = "The file is no list in JSON and was left out. Unpack the export again.";
  return { severity: "error", code: "malformed-export", message, origin: { path } };
}

/**
 * An export holds projects or memories, which are listed only on request.
 * @remedy `--option claude-ai.memory=true` lists them.
 */
export function unlistedFiles(path: string): Diagnostic {
  const message =
    "The export also holds projects or what claude.ai remembers; --option claude-ai.memory=true lists them.";
  return { severity: "info", code: "unlisted-files", message, origin: { path } };
}

/** A message is from a sender that this source does not know. */
export function unknownSender(path: string, at: string, sender: string): Diagnostic {
  const message = `The sender "${sender}" is not known; the message is kept as it is.`;
  return { severity: "warning", code: "unknown-record", message, origin: { path, at } };
}

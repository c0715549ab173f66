import type { Diagnostic } from "../diagnostics.js";
import type { Origin } from "../model.js";

/**
 * A line is not JSON, or no JSON object, or has bytes that are no UTF-8; or a message of an archive is not as the [model](model.md)
 * describes it. All other lines are kept.
 * @remedy Restore the file from a backup, which may have the line whole; without one, nothing. A full disk or an
 * interrupted synchronisation leaves such lines.
 */
export function malformedLine(origin: Origin, fault: keyof typeof lineFaults): Diagnostic {
  const message = lineFaults[fault];
  return { severity: "warning", code: "malformed-line", message, origin };
}

const lineFaults = {
  "not-json": "The line is not JSON.",
  "not-an-object": "The line holds no record (a JSON object).",
  "not-utf-8": "The line has bytes that are no UTF-8; the record has U+FFFD in their place.",
};

/**
 * The last line of a file is cut off: the tool was writing it, or ended while it did.
 * @remedy Export again when the session is over.
 */
export function truncatedLine(origin: Origin): Diagnostic {
  const message =
    "The last line is cut off: the tool was still writing it, or ended while it did. Export again when the session is over.";
  return { severity: "warning", code: "truncated-line", message, origin };
}

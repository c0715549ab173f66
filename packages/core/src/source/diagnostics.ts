import type { Diagnostic } from "../diagnostics.js";
import type { Origin } from "../model.js";
import { plainName } from "../safe-text.js";

/**
 * A list beside the sessions has a field that the source does not know, or one with a value of another kind.
 * @remedy Please report the name, and no content.
 */
export function unknownField(origin: Origin, name: string, count = 1): Diagnostic {
  const others = count > 1 ? ` (the first of ${count})` : "";
  const message = `The field "${plainName(name)}" is not known, or its value is of another kind; it is in no session${others}.`;
  return { severity: "warning", code: "unknown-field", message, origin };
}

/**
 * A file in which a tool keeps its settings for a session has one that the source does not know.
 * @remedy Nothing is lost that a session would have; report the name if it tells something of one.
 */
export function unknownSetting(origin: Origin, name: string, count = 1): Diagnostic {
  const others = count > 1 ? ` (the first of ${count})` : "";
  const message = `The setting "${plainName(name)}" is not known; it is in no session${others}.`;
  return { severity: "info", code: "unknown-setting", message, origin };
}

import type { Diagnostic } from "../diagnostics.js";

/**
 * A source listed something that is not a session, has no id, or repeats an id. It was left out.
 * @remedy Please report it to the author of the source.
 */
export function malformedRef(source: string, fault: string): Diagnostic {
  const message = `The source ${source} listed ${fault}, which was left out.`;
  return { severity: "error", code: "malformed-ref", message };
}

/**
 * A source or sink reported something without a code.
 * @remedy Please report it to the author of the source or sink.
 */
export function unnamedTrouble(): Diagnostic {
  const message = "The plugin does not say what is wrong.";
  return { severity: "error", code: "unnamed-trouble", message };
}

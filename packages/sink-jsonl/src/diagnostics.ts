import type { Diagnostic, Session } from "@chatexport/core";

/**
 * A session has no messages that the dialect of the JSONL sink can hold, so no line was written for it.
 * @remedy Nothing, or export it without `jsonl.dialect`.
 */
export function sessionWithoutMessages({ id }: Session): Diagnostic {
  const message =
    "The session has no messages that this dialect can hold, so no line was written for it.";
  return { severity: "info", code: "session-without-messages", message, session: id };
}

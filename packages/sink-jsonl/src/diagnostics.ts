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

/**
 * Nothing in a session has a time, which a trace cannot be without: in the dialect `otlp` it begins in 1970.
 * @remedy Nothing: the store keeps no times.
 */
export function traceWithoutTimes({ id }: Session): Diagnostic {
  const message = "Nothing in the session has a time, so its trace begins in 1970.";
  return { severity: "info", code: "trace-without-times", message, session: id };
}

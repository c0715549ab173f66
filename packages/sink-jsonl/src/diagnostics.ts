import type { Diagnostic, Session } from "@chatexport/core";

/**
 * A session has no messages that the dialect of the JSONL sink can hold, so it has no line.
 * @remedy Nothing, or export it without `jsonl.dialect`.
 */
export function sessionWithoutMessages({ id }: Session): Diagnostic {
  const message =
    "The session has no messages that this dialect can hold, so no line was written for it.";
  return { severity: "info", code: "session-without-messages", message, session: id };
}

/**
 * A session has no times, which a trace needs: in the dialect `otlp` it begins in 1970.
 * @remedy Nothing: the store keeps no times.
 */
export function traceWithoutTimes({ id }: Session): Diagnostic {
  const message = "Nothing in the session has a time, so its trace begins in 1970.";
  return { severity: "info", code: "trace-without-times", message, session: id };
}

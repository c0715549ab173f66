import type { Session } from "@chatexport/core";
import { shortSessions } from "../samples/index.js";
import type { SinkSubject } from "../sink-checks.js";
import { rendered, textsOf } from "./host.js";

const times = [
  "",
  "yesterday",
  "1969-12-31T23:59:59Z",
  "2026-02-30T25:61:61Z",
  "0000-01-01T00:00:00Z",
  "+275760-09-13T00:00:00.000Z",
  "+999999-01-01T00:00:00Z",
  "2026-01-01",
];
const numbers = [0, -1, 0.1 + 0.2, 1e-7, 2 ** 53, 1e21, Number.MAX_VALUE, -Number.MAX_VALUE];

/** Whatever a store has for a time or a number, there is a document. */
export async function takesOddTimesAndNumbers(subject: SinkSubject): Promise<void> {
  const sink = subject.create();
  for (const session of shortSessions())
    for (const [index, time] of times.entries()) {
      const odd = withValues(session, time, numbers[index] ?? 0);
      for (const text of textsOf(await rendered(subject, sink, odd))) subject.outline(text);
    }
}

function withValues(session: Session, time: string, number: number): Session {
  return JSON.parse(JSON.stringify(session), (key, value: unknown) => {
    if (key !== "schemaVersion" && typeof value === "number") return number;
    return key.endsWith("At") && typeof value === "string" ? time : value;
  });
}

import { ok } from "node:assert/strict";
import { hostCallsBy } from "../host-calls.js";
import { sampleSessions } from "../samples/index.js";
import type { SinkSubject } from "../sink-checks.js";
import { rendered } from "./host.js";
import { indexOf, sampleEntries } from "./index-entries.js";

/** Standard output holds what a user asked for, and the host decides when the process ends. */
export async function leavesTheProcessAlone(subject: SinkSubject): Promise<void> {
  const sink = subject.create();
  const calls = await hostCallsBy(async () => {
    for (const session of sampleSessions()) await rendered(subject, sink, session, { files: true });
    await indexOf(subject, sink, sampleEntries());
  });
  ok(
    calls.length === 0,
    `the sink calls ${calls.join(", ")}; what it has to say is reported: context.report({ severity, code, message })`,
  );
}

import { sampleSessions } from "../samples/sample-sessions.js";
import { hostCallsBy, writesBy } from "../shared/watch-process.js";
import { type CheckedSink, rendered } from "./host.js";
import { indexOf, sampleEntries } from "./index-entries.js";

/** Standard output holds what a user asked for, and the host decides when the process ends. */
export async function* leavesTheProcessAlone(subject: CheckedSink): AsyncGenerator<string> {
  const calls = await hostCallsBy(() => useAllOf(subject));
  if (calls.length > 0)
    yield `the sink calls ${calls.join(", ")}; what it has to say is reported: context.report({ severity, code, message })`;
}

/** Only the host names and writes files, so that none is written elsewhere. */
export async function* writesNoFiles(subject: CheckedSink): AsyncGenerator<string> {
  const calls = await writesBy(() => useAllOf(subject));
  if (calls.length > 0) yield "the sink writes on the disk itself";
}

async function useAllOf(subject: CheckedSink): Promise<void> {
  const sink = subject.create();
  for (const session of sampleSessions()) await rendered(subject, sink, session, { files: true });
  await indexOf(subject, sink, sampleEntries());
}

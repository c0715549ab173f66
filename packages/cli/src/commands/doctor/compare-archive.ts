import { isArchive, readArchive } from "@chatexport/archive";
import { type ListedSession, messageOf, type SessionRef } from "@chatexport/core";
import type { Run } from "../../host/run.js";
import type { ArchiveFindings, ArchiveState } from "./findings.js";

/** An archive as far as it can be compared with the stores. */
interface Archived {
  findings: ArchiveFindings;
  stateOf(ref: SessionRef): ArchiveState;
}

/** Compares the archive in a folder with the sessions that were found; nothing is written. */
export async function openArchived(
  path: string,
  listed: readonly ListedSession[],
  { report, redaction }: Run,
): Promise<Archived> {
  const states = new Map<SessionRef, ArchiveState>();
  const sinks = new Set<string>();
  const failure: { reason?: string } = {};
  const found = await isArchive(path);
  if (found) {
    try {
      const archive = await readArchive(path, { report });
      for (const { ref } of listed) states.set(ref, await archive.stateOf(ref));
      for (const { documents } of archive.sessions.values())
        for (const { sink } of documents) sinks.add(sink);
    } catch (cause) {
      failure.reason = messageOf(cause);
    }
  }
  const stateOf = (ref: SessionRef) => states.get(ref) ?? "none";
  const counts: Record<ArchiveState, number> = { current: 0, older: 0, none: 0 };
  for (const { ref } of listed) counts[stateOf(ref)]++;
  const findings = await redaction.data({
    path,
    found,
    ...failure,
    counts,
    sinks: [...sinks].sort(),
  });
  return { findings, stateOf };
}

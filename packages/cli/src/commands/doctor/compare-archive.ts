import { type Coverage, isArchive, readArchive } from "@chatexport/archive";
import { messageOf, present, type SessionRef } from "@chatexport/core";
import type { Run } from "../../host/run.js";
import type { ArchiveFindings } from "./findings.js";

/** Compares the archive in a folder with the sessions that were found; nothing is written. */
export async function compareArchive(
  path: string,
  refs: readonly SessionRef[],
  { report }: Run,
): Promise<{ archive: ArchiveFindings; stateOf(ref: SessionRef): Coverage }> {
  const states = new Map<SessionRef, Coverage>();
  const sinks = new Set<string>();
  const found = await isArchive(path);
  let reason: string | undefined;
  if (found) {
    try {
      const archive = await readArchive(path, { report });
      for (const ref of refs) states.set(ref, await archive.stateOf(ref));
      for (const { documents } of archive.sessions.values())
        for (const { sink } of documents) sinks.add(sink);
    } catch (cause) {
      reason = messageOf(cause);
    }
  }
  const stateOf = (ref: SessionRef) => states.get(ref) ?? "none";
  const counts: Record<Coverage, number> = { current: 0, older: 0, none: 0 };
  for (const ref of refs) counts[stateOf(ref)]++;
  return { archive: present({ path, found, reason, counts, sinks: [...sinks].sort() }), stateOf };
}

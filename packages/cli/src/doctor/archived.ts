import { type ListedSession, messageOf, type SessionRef } from "@chatexport/core";
import { type Archive, openArchive } from "../archive/archive.js";
import { isArchive } from "../archive/own-folder.js";
import { hasFile } from "../archive/staging.js";
import type { Run } from "../run.js";
import { sessionKey } from "../session-key.js";
import type { ArchiveFindings, ArchiveState } from "./findings.js";

/** An archive as far as it can be compared with the stores. */
export interface Archived {
  findings: ArchiveFindings;
  stateOf(ref: SessionRef): ArchiveState;
}

/** Compares the archive in a folder with the sessions that were found; nothing is written. */
export async function openArchived(
  path: string,
  listed: readonly ListedSession[],
  { report, signal, redaction }: Run,
): Promise<Archived> {
  const states = new Map<SessionRef, ArchiveState>();
  const sinks = new Set<string>();
  const failure: { reason?: string } = {};
  const found = await isArchive(path);
  if (found) {
    try {
      const rehearsal = { report, signal, wait: () => {}, isRehearsal: true };
      const archive = await openArchive(path, rehearsal);
      for (const { ref } of listed) states.set(ref, await stateIn(archive, ref));
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

/** The archive has a session as it is when one of its documents does, or when it has more of it. */
async function stateIn(
  { sessions, files }: Pick<Archive, "sessions" | "files">,
  ref: SessionRef,
): Promise<ArchiveState> {
  const archived = sessions.get(sessionKey(ref));
  if (!archived) return "none";
  const { documents, earlier = [], refused } = archived;
  const current = documents.filter(({ revision }) => revision === ref.revision);
  if (await hasFile(refused === ref.revision ? documents : current, files)) return "current";
  return (await hasFile([...documents, ...earlier], files)) ? "older" : "none";
}

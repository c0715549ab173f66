import type { Diagnostic, SessionRef } from "@chatexport/core";
import { sessionKey } from "@chatexport/core/read";
import { readState } from "./archive-state.js";
import type { ArchivedSession } from "./archived-session.js";
import { hasFile } from "./staging.js";

/** The degree to which an archive has a session: as it is in the store, as it was before, or not at all. */
export type Coverage = "current" | "older" | "none";

/** An archive that is only read. */
export interface ArchiveContents {
  sessions: ReadonlyMap<string, ArchivedSession>;
  /** The degree to which the archive has a session of a store. */
  stateOf(ref: SessionRef): Promise<Coverage>;
}

/** Reads what the archive in a folder has; nothing is written, and other processes are not waited for. */
export async function readArchive(
  root: string,
  options: { report(diagnostic: Diagnostic): void },
): Promise<ArchiveContents> {
  const { sessions, files } = await readState(root, options);
  return {
    sessions,
    // It has a session as it is when one of its documents does, or when it has more of it.
    async stateOf(ref) {
      const archived = sessions.get(sessionKey(ref));
      if (!archived) return "none";
      const { documents, earlier = [], refused } = archived;
      const current = documents.filter(({ revision }) => revision === ref.revision);
      if (await hasFile(refused === ref.revision ? documents : current, files)) return "current";
      return (await hasFile([...documents, ...earlier], files)) ? "older" : "none";
    },
  };
}

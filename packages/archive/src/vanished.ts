import { sessionKey } from "@chatexport/core/read";
import type { ArchiveState, ArchiveWork } from "./archive-state.js";
import type { ArchivedSession } from "./archived-session.js";
import { hasFile } from "./staging.js";

/** The sessions of the archive that the stores do not have any more. */
export interface Vanished {
  /** Since the run before this one. */
  now: ArchivedSession[];
  /** The number of all that vanished. */
  count: number;
}

/** Says of each session whether it is where it was found, and whether a part of it is lost. */
export async function markVanished(
  { sessions, files, hasWaited }: Pick<ArchiveState, "sessions" | "files" | "hasWaited">,
  { listed, wouldList, roots }: Pick<ArchiveWork, "listed" | "wouldList" | "roots">,
): Promise<Vanished> {
  const present = new Set(listed.map(({ ref }) => sessionKey(ref)));
  // One that was read from an archive is not back in the store.
  const stored = listed.filter(({ ref, source }) => ref.source === source.name);
  for (const { ref } of stored) {
    const session = sessions.get(sessionKey(ref));
    if (!session) continue;
    const isDecayed = session.refused !== undefined || session.earlier !== undefined;
    if (isDecayed) session.state = "decayed";
    else delete session.state;
    if (ref.listedBy === undefined) delete session.listedBy;
    else session.listedBy = ref.listedBy;
    if (!roots.has(session.place)) moveTo(roots.nameOf(undefined), session);
  }

  const now: ArchivedSession[] = [];
  let count = 0;
  for (const [key, session] of sessions) {
    if (present.has(key)) continue;
    // A person who deletes the documents of a session that is gone is done with it.
    if (!(await hasFile([...session.documents, ...(session.earlier ?? [])], files)))
      sessions.delete(key);
    else if (session.state === "vanished") count++;
    else if (!hasWaited && wouldList(session) && roots.has(session.place)) {
      session.state = "vanished";
      now.push(session);
      count++;
    }
  }
  return { now, count };
}

function moveTo(place: string | undefined, session: ArchivedSession): void {
  if (place === undefined) delete session.place;
  else session.place = place;
}

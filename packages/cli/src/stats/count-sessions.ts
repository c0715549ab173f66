import { type ListedSession, loadSessions } from "@chatexport/core";
import type { Run } from "../run.js";
import { shownProjects, watched } from "../watched-sessions.js";
import { copyFinder, withoutDuplicates } from "./copies.js";
import { countSession } from "./count-session.js";
import { createStatistics, type Statistics } from "./statistics.js";
import type { TimeSpan } from "./time-span.js";

/** Loads the selected sessions one by one and counts them; when interrupted, not all of them. */
export async function countSessions(
  { all, selected }: { all: readonly ListedSession[]; selected: readonly ListedSession[] },
  span: TimeSpan,
  { messages, redaction, report, signal }: Run,
): Promise<Statistics> {
  const statistics = createStatistics();
  const copiesIn = copyFinder(all);
  const counted = withoutDuplicates(selected);
  const projects = await shownProjects(counted, redaction);
  const listed = watched(counted, messages.progress(), projects);
  // Nothing is masked here: numbers hold no secrets.
  for await (const loaded of loadSessions(listed, { report, signal })) {
    countSession(loaded, { isCopy: copiesIn(loaded.session), span }, statistics);
  }
  return statistics;
}

import { basename } from "node:path";
import { type ListedSession, present, type Session } from "@chatexport/core";
import { partsOf } from "@chatexport/document/search";
import type { TouchedFile } from "@chatexport/mcp";
import { wordsIn } from "@chatexport/search-index";
import { maskedRefs } from "../../host/content/redaction.js";
import type { Run } from "../../host/run.js";
import { attempt, loadCandidate } from "../../host/text-search/load-candidate.js";

/** The sessions that read or changed a file with such a path, or such an end of it; the last ones first. */
export async function touching(
  path: string,
  sessions: readonly ListedSession[],
  run: Run,
): Promise<TouchedFile[]> {
  const wanted = path.replaceAll("\\", "/").replace(/^(?:\.?\/)+/, "");
  const isMeant = (candidate: string) =>
    `/${candidate.replaceAll("\\", "/")}`.endsWith(`/${wanted}`);
  const words = wordsIn(basename(wanted));
  const touched: TouchedFile[] = [];
  for (const listed of sessions) {
    const look = () => loadCandidate(listed, words, run);
    const session = await attempt(listed, look, run);
    const found = session && lastTouch(session, isMeant);
    if (found) touched.push({ ref: listed.ref, ...found });
  }
  const refs = await maskedRefs(
    touched.map(({ ref }) => ref),
    run.redaction,
  );
  return touched
    .map((file, index) => ({ ...file, ref: refs[index] ?? file.ref }))
    .sort(compareTimes);
}

/** The last act of a session on a file that is meant: a change counts more than a look. */
function lastTouch(
  session: Session,
  isMeant: (path: string) => boolean,
): Omit<TouchedFile, "ref"> | undefined {
  let last: Omit<TouchedFile, "ref"> | undefined;
  for (const { call, message } of partsOf(session)) {
    const edits = call && "edits" in call ? (call.edits ?? []) : [];
    const locations = call && "locations" in call ? (call.locations ?? []) : [];
    const changed = edits.map(({ path }) => path).find(isMeant);
    const path = changed ?? locations.map(({ path }) => path).find(isMeant);
    if (path === undefined) continue;
    const isChanged = changed !== undefined;
    if (!last || isChanged || !last.isChanged)
      last = present({ path, isChanged, time: message?.createdAt });
  }
  return last;
}

/** The latest first; what has no time comes last. */
function compareTimes(one: { time?: string }, other: { time?: string }): number {
  return (other.time ?? "").localeCompare(one.time ?? "");
}

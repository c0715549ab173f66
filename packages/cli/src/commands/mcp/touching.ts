import { type ListedSession, present, type Session } from "@chatexport/core";
import { isOfFile, partsOf } from "@chatexport/document/search";
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
  const words = wordsIn(path.replace(/^.*[\\/]/s, ""));
  const touched: TouchedFile[] = [];
  for (const listed of sessions) {
    const look = () => loadCandidate(listed, [words], run);
    const session = await attempt(listed, look, run);
    const found = session && lastTouch(session, path);
    if (found) touched.push({ ref: listed.ref, ...found });
  }
  const refs = await maskedRefs(
    touched.map(({ ref }) => ref),
    run.redaction,
  );
  const paths = await run.redaction.texts(touched.map(({ path }) => path));
  return touched
    .map((file, index) => ({
      ...file,
      ref: refs[index] ?? file.ref,
      path: paths[index] ?? path,
    }))
    .sort(compareTimes);
}

/** The last act of a session on a file with such a path: a change counts more than a look. */
function lastTouch(session: Session, wanted: string): Omit<TouchedFile, "ref"> | undefined {
  let last: Omit<TouchedFile, "ref"> | undefined;
  for (const { call, files, message, ...part } of partsOf(session)) {
    const path = files?.find((file) => isOfFile({ ...part, files: [file] }, wanted));
    if (path === undefined) continue;
    const isChanged = part.in === "edit" || (call !== undefined && "edits" in call);
    if (!last || isChanged || !last.isChanged)
      last = present({ path, isChanged, time: message?.createdAt });
  }
  return last;
}

/** The latest first; what has no time comes last. */
function compareTimes(one: { time?: string }, other: { time?: string }): number {
  return (other.time ?? "").localeCompare(one.time ?? "");
}

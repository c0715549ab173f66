import { type ListedSession, present } from "@chatexport/core";
import { isOfFile, type PartLabel, partsOf } from "@chatexport/document/search";
import type { TouchedFile } from "@chatexport/mcp";
import {
  couldBeSecret,
  patternOf,
  queryOf,
  type SearchIndex,
  wordsIn,
} from "@chatexport/search-index";
import { maskedRefs } from "../../host/content/redaction.js";
import type { Run } from "../../host/run.js";
import { attempt, loadCandidate } from "../../host/text-search/load-candidate.js";

/** The sessions that read or changed a file with such a path, or such an end of it; the last ones first. */
export async function touching(
  path: string,
  sessions: readonly ListedSession[],
  index: SearchIndex | undefined,
  run: Run,
): Promise<TouchedFile[]> {
  const names = path.split(/[\\/]/).filter((name) => name.trim() !== "");
  const name = names.at(-1);
  if (name === undefined) return [];
  const isSecret = names.some((each) => couldBeSecret(patternOf(each)));
  // Its name stands in the texts of each part that is of the file.
  const query = { ...(await queryOf([[patternOf(name)]])), isSecret };
  const isWanted = (part: PartLabel) => isOfFile(part, path);
  const touched: TouchedFile[] = [];
  for (const { listed, kept } of index?.search(query, sessions, { isWanted }) ??
    sessions.map((listed) => ({ listed, kept: undefined }))) {
    const look = () => loadCandidate(listed, [wordsIn(name)], run);
    const session = kept ? undefined : await attempt(listed, look, run);
    const parts = kept ? kept.parts.map(({ part }) => part) : session ? partsOf(session) : [];
    const found = lastTouch(parts, path);
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
function lastTouch(
  parts: Iterable<PartLabel>,
  wanted: string,
): Omit<TouchedFile, "ref"> | undefined {
  let last: Omit<TouchedFile, "ref"> | undefined;
  for (const part of parts) {
    const { call, files, message } = part;
    const path = files?.find((file) => isOfFile({ ...part, files: [file] }, wanted));
    if (path === undefined) continue;
    // Of other calls only the edits name files.
    const isChanged = part.in === "edit" || (call !== undefined && call.kind !== "read");
    if (!last || isChanged || !last.isChanged)
      last = present({ path, isChanged, time: message?.createdAt });
  }
  return last;
}

/** The latest first; what has no time comes last. */
function compareTimes(one: { time?: string }, other: { time?: string }): number {
  return (other.time ?? "").localeCompare(one.time ?? "");
}

import { statSync } from "node:fs";
import { basename } from "node:path";
import type { System } from "@chatexport/core/read";
import { ChangeError } from "@chatexport/relocate";
import { ownIndexes, ownTranscripts, projectMark } from "@chatexport/source-claude/paths";

/** The session that a transcript is, by its name. */
export function sessionIn(path: string): string {
  return basename(path, ".jsonl");
}

/** The files in the user's own Claude Code in which something can be wrong: transcripts, and indexes of sessions. */
export function findRepairable(system: System): string[] {
  return [...ownTranscripts(system), ...ownIndexes(system)];
}

/**
 * The transcript of the session whose id begins or ends with a word, in the user's own Claude Code. Of several with
 * one id the largest has it, and the others have it with the mark of their project, as the source lists them. Throws
 * `ChangeError` when there is none, or more than one; `nowhere` says where else was looked.
 */
export function findTranscript(
  word: string,
  system: System,
  nowhere = `Claude Code has no session ${word}.`,
): string {
  if (word === "")
    throw new ChangeError(
      "no-such-session",
      "'' names no session: give a part of its id, or latest.",
    );
  const all = ownTranscripts(system);
  const ids = listedIds(all);
  const matching = [...ids].filter(([id]) => id.startsWith(word) || id.endsWith(word));
  const found = matching.filter(([id]) => id === word || !ids.has(word));
  const [[, path] = []] = found;
  if (path === undefined) throw new ChangeError("no-such-session", nowhere);
  if (found.length > 1)
    throw new ChangeError(
      "no-such-session",
      `${word}: ${found.length} sessions match (${found
        .slice(0, 3)
        .map(([id]) => id)
        .join(", ")} …); name more of the id.`,
    );
  return path;
}

/** Transcripts by the ids under which the source lists their sessions. */
function listedIds(paths: readonly string[]): Map<string, string> {
  const ids = new Map<string, string>();
  for (const path of paths) {
    const id = sessionIn(path);
    const other = ids.get(id);
    const [first, second] =
      other === undefined || isLarger(path, other) ? [path, other] : [other, path];
    ids.set(id, first);
    if (second !== undefined) ids.set(`${id}~${projectMark(second)}`, second);
  }
  return ids;
}

function isLarger(one: string, other: string): boolean {
  const [size, otherSize] = [one, other].map((path) => statSync(path).size) as [number, number];
  return size > otherSize || (size === otherSize && one < other);
}

import { statSync } from "node:fs";
import { basename } from "node:path";
import type { System } from "@chatexport/core/read";
import { ChangeError } from "@chatexport/relocate";
import { ownIndexes, ownTranscripts, projectMark } from "@chatexport/source-claude/paths";
import { oneNamed } from "../one-named.js";

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
  nowhere = `Claude Code has no session ${word}; chatexport list --from claude shows all.`,
): string {
  const path = oneNamed(word, ownTranscriptIds(system));
  if (path === undefined) throw new ChangeError("no-such-session", nowhere);
  return path;
}

/** The transcripts in the user's own Claude Code, by the ids under which the source lists their sessions. */
export function ownTranscriptIds(system: System): Map<string, string> {
  const ids = new Map<string, string>();
  for (const path of ownTranscripts(system)) {
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

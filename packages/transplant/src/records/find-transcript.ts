import { statSync } from "node:fs";
import { basename } from "node:path";
import type { System } from "@chatexport/core/read";
import { ChangeError } from "@chatexport/relocate";
import { ownIndexes, ownTranscripts } from "@chatexport/source-claude/paths";

/** The session that a transcript is, by its name. */
export function sessionIn(path: string): string {
  return basename(path, ".jsonl");
}

/** The files in the user's own Claude Code in which something can be wrong: transcripts, and indexes of sessions. */
export function findRepairable(system: System): string[] {
  return [...ownTranscripts(system), ...ownIndexes(system)];
}

/**
 * The transcript of the session whose id begins or ends with a word, or of the one that was written last for
 * `latest`, in the user's own Claude Code. Throws `ChangeError` when there is none, or more than one.
 */
export function findTranscript(word: string, system: System): string {
  const all = ownTranscripts(system);
  if (word === "latest") {
    const [newest] = all
      .map((path) => ({ path, time: statSync(path).mtimeMs }))
      .sort((a, b) => b.time - a.time);
    if (newest) return newest.path;
  }
  const found = all.filter((path) => {
    const id = sessionIn(path);
    return id.startsWith(word) || id.endsWith(word);
  });
  const [path] = found;
  if (path === undefined)
    throw new ChangeError("no-such-session", `Claude Code has no session ${word}.`);
  if (found.length > 1)
    throw new ChangeError(
      "no-such-session",
      `${word}: ${found.length} sessions match (${found.slice(0, 3).map(sessionIn).join(", ")} …); name more of the id.`,
    );
  return path;
}

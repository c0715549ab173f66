import type { SessionRef } from "@chatexport/core";
import { type PathMap, pathMap } from "../move/path-map.js";
import type { SessionState, Snapshot } from "./snapshot.js";

/** What is not as it should be after a move. */
interface Comparison {
  /** Sentences about sessions that were lost or changed. */
  faults: string[];
  /** Sessions that are still found under the old path. */
  leftBehind: SessionRef[];
}

/**
 * Compares what the sources say before and after a move. Where files were merged, a session may have
 * gained messages, and one of two with the same id may be gone. A session of another project may go on
 * during the move.
 */
export function compare(
  before: Snapshot,
  after: Snapshot,
  moved: PathMap,
  isMerge: boolean,
): Comparison {
  const faults: string[] = [];
  const leftBehind: SessionRef[] = [];
  // The new place may lie in the old one.
  const arrived = pathMap(moved.pairs.map(({ to }) => ({ from: to, to })));
  for (const [key, old] of before) {
    const now = after.get(key) ?? renamed(old, before, after);
    const name = `The session ${old.ref.id} of ${old.ref.source}`;
    if (!now) faults.push(`${name} is not found any more.`);
    else if (isOfProject(now.ref, moved) && !isOfProject(now.ref, arrived))
      leftBehind.push(now.ref);
    const isElsewhere = !isOfProject(old.ref, moved);
    if (now && isElsewhere && hasGoneOn(old.ref, now.ref)) continue;
    const difference = now && differenceOf(old, now, isMerge);
    if (difference !== undefined) faults.push(`${name} ${difference}.`);
  }
  return { faults, leftBehind };
}

/** A session that has another id since, which was made of the path. */
function renamed(old: SessionState, before: Snapshot, after: Snapshot): SessionState | undefined {
  const found = [...after].find(
    ([key, { content }]) => !before.has(key) && content !== undefined && content === old.content,
  );
  return found?.[1];
}

/** Whether a session took place in one of the folders that move. */
export function isOfProject({ project, cwd }: SessionRef, moved: PathMap): boolean {
  // A path on another machine is not that of the project.
  if (project?.uri !== undefined) return false;
  const path = project?.path ?? cwd;
  return path !== undefined && moved.path(path) !== undefined;
}

function hasGoneOn(old: SessionRef, now: SessionRef): boolean {
  return (now.updatedAt ?? "") > (old.updatedAt ?? "") && now.cwd === old.cwd;
}

function differenceOf(old: SessionState, now: SessionState, isMerge: boolean): string | undefined {
  if (isMerge) {
    const lost = [...(old.messages ?? [])].filter((id) => !now.messages?.has(id)).length;
    return lost > 0 ? `has lost ${lost === 1 ? "a message" : `${lost} messages`}` : undefined;
  }
  if (old.content !== undefined && old.content !== now.content) return "has another content";
  if (old.ref.id !== now.ref.id) return undefined;
  return old.listed === now.listed ? undefined : "is listed otherwise";
}

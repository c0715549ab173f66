import {
  listSessions,
  present,
  type SessionRef,
  type Source,
  type SourceOptions,
} from "@chatexport/core";
import claude from "@chatexport/source-claude";
import codex from "@chatexport/source-codex";
import copilot from "@chatexport/source-copilot";
import cursor from "@chatexport/source-cursor";
import gemini from "@chatexport/source-gemini";
import opencode from "@chatexport/source-opencode";
import { ChangeError } from "../move/change-error.js";
import type { Move } from "../move/move.js";
import { type PathMap, type PathPair, pathMap } from "../move/path-map.js";
import type { StorePlan } from "../move/store-plan.js";
import { placedTools } from "../placed/placed-tools.js";
import { neutralizer, type SessionState, type Snapshot, takeSnapshot } from "./snapshot.js";

/** The result of reading back. */
export interface Verification {
  /** The number of sessions under the new path. */
  sessions: number;
  /** Those that are still found under the old one, because something was left alone. */
  leftBehind: Pick<SessionRef, "id" | "source">[];
}

/**
 * Reads all sessions of the tools before a move. The function that it resolves to reads them again
 * afterwards, and throws `ChangeError` when one was lost or changed.
 */
export async function verification(
  move: Move,
  stores: readonly StorePlan[],
  signal: AbortSignal,
): Promise<() => Promise<Verification>> {
  const moved = pathMap([...move.pairs, ...move.realPairs]);
  const isOfStore = ({ from }: PathPair) => !moved.pairs.some((pair) => pair.from === from);
  const ofStores = stores.flatMap(({ pairs, renames }) => [...pairs.filter(isOfStore), ...renames]);
  const neutralize = neutralizer(moved.pairs, ofStores);
  const names = stores.map(({ source }) => source);
  const read = async (isWanted: Parameters<typeof takeSnapshot>[2]) => {
    const sources = sourcesOf(move, names);
    try {
      return await takeSnapshot(sources, neutralize, isWanted, signal);
    } finally {
      for (const source of sources) await source.close?.();
    }
  };
  const before = await read((ref) => isOfProject(ref, moved));
  return async () => {
    const after = await read((_, key) => {
      const old = before.get(key);
      return old === undefined || old.messages !== undefined;
    });
    const left = stores.flatMap((store) => {
      const own = new Map([...before].filter(([, { ref }]) => ref.source === store.source));
      const isMerge = store.rewrites.some(({ absorbs }) => absorbs.length > 0);
      const { faults, leftBehind } = compare(own, after, moved, isMerge);
      if (leftBehind.length > 0 && store.notes.length === 0)
        faults.push(`Of ${store.source}, ${leftBehind.length} are still found under ${move.from}.`);
      if (faults.length > 0)
        throw new ChangeError(
          "not-verified",
          `${faults.join(" ")} Run it again, and report it if it fails again.`,
        );
      return leftBehind;
    });
    const found = [...before.values()].filter(
      ({ ref }) => isListed(ref) && isOfProject(ref, moved),
    ).length;
    return {
      sessions: found - left.filter(isListed).length,
      leftBehind: left.map(({ id, source }) => ({ id, source })),
    };
  };
}

/** The number of sessions that took place in the project of a move, by source. */
export function countSessions(
  move: Move,
  names: readonly string[],
): Promise<Record<string, number>> {
  return countIn(sourcesOf(move, names), move);
}

/** The same for sources that are given; they are closed then. */
export async function countIn(
  sources: readonly Source[],
  move: Move,
): Promise<Record<string, number>> {
  const moved = pathMap([...move.pairs, ...move.realPairs]);
  const counts: Record<string, number> = {};
  for (const source of sources) {
    const listed = await listSessions([source], { report: () => {} });
    counts[source.name] = listed.filter(
      ({ ref }) => isListed(ref) && isOfProject(ref, moved),
    ).length;
    await source.close?.();
  }
  return counts;
}

/** True when people see a session in a list without asking for more. */
function isListed({ listedBy }: SessionRef): boolean {
  return listedBy === undefined;
}

/** Sources over the stores of a move, new ones each time, for they remember what they have seen. */
function sourcesOf({ home }: Move, names: readonly string[]): Source[] {
  const factories = {
    claude: (given: SourceOptions) => claude({ ...given, memory: true, empty: true }),
    cursor: (given: SourceOptions) => cursor({ ...given, empty: true }),
    codex: (given: SourceOptions) => codex({ ...given, empty: true }),
    ...{ copilot, opencode, gemini },
    ...Object.fromEntries(Object.entries(placedTools).map(([name, { source }]) => [name, source])),
  };
  return Object.entries(factories)
    .filter(([name]) => names.includes(name))
    .map(([, create]) => create(present({ home })));
}

/**
 * Compares what the sources say before and after a move: gives sentences about sessions that were lost or
 * changed, and the sessions that are still found under the old path. Where files were merged, a session may have
 * gained messages, and one of two with the same id may be gone. A session of another project may go on
 * during the move.
 */
export function compare(
  before: Snapshot,
  after: Snapshot,
  moved: PathMap,
  isMerge: boolean,
): { faults: string[]; leftBehind: SessionRef[] } {
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

/** True when a session took place in one of the folders that move. */
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
  return old.listed === now.listed ? undefined : "is listed differently";
}

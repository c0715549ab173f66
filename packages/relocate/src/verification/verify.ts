import { listSessions, present, type SessionRef, type Source } from "@chatexport/core";
import claude from "@chatexport/source-claude";
import cursor from "@chatexport/source-cursor";
import type { Move } from "../move/move.js";
import { MoveError } from "../move/move-error.js";
import { type PathPair, pathMap } from "../move/path-map.js";
import type { StorePlan } from "../move/store-plan.js";
import { compare, isOfProject } from "./compare.js";
import { neutralizer, type Snapshot, takeSnapshot } from "./snapshot.js";

/** What reading back has shown. */
export interface Verification {
  /** How many sessions are found under the new path. */
  sessions: number;
  /** Those that are still found under the old one, because something was left alone. */
  leftBehind: Pick<SessionRef, "id" | "source">[];
}

/**
 * Reads all sessions of the tools before a move. The function that it resolves to reads them again
 * afterwards, and throws `MoveError` when one was lost or changed.
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
  const read = (isWanted: Parameters<typeof takeSnapshot>[2]) =>
    withSources(sourcesOf(move, names), (sources) =>
      takeSnapshot(sources, neutralize, isWanted, signal),
    );
  const before = await read((ref) => isOfProject(ref, moved));
  return async () => {
    const after = await read((_, key) => {
      const old = before.get(key);
      return old === undefined || old.messages !== undefined;
    });
    const left = stores.flatMap((store) => {
      const own = ofSource(before, store.source);
      const isMerge = store.rewrites.some(({ absorbs }) => absorbs.length > 0);
      const { faults, leftBehind } = compare(own, after, moved, isMerge);
      if (leftBehind.length > 0 && store.notes.length === 0)
        faults.push(`Of ${store.source}, ${leftBehind.length} are still found under ${move.from}.`);
      if (faults.length > 0)
        throw new MoveError(
          "not-verified",
          `What was read back is not as before. ${faults.join(" ")}`,
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

function ofSource(snapshot: Snapshot, source: string): Snapshot {
  return new Map([...snapshot].filter(([, { ref }]) => ref.source === source));
}

async function withSources<Result>(
  sources: readonly Source[],
  work: (sources: readonly Source[]) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(sources);
  } finally {
    for (const source of sources) await source.close?.();
  }
}

/** How many sessions took place in the project of a move, by source. */
export async function countSessions(
  move: Move,
  names: readonly string[],
): Promise<Record<string, number>> {
  const moved = pathMap([...move.pairs, ...move.realPairs]);
  const counts: Record<string, number> = {};
  for (const source of sourcesOf(move, names)) {
    const listed = await listSessions([source]);
    counts[source.name] = listed.filter(
      ({ ref }) => isListed(ref) && isOfProject(ref, moved),
    ).length;
    await source.close?.();
  }
  return counts;
}

/** Whether people see a session in a list without asking for more. */
function isListed({ listedBy }: SessionRef): boolean {
  return listedBy === undefined;
}

/** Sources over the stores of a move, new ones each time, for they remember what they have seen. */
function sourcesOf({ home, sqlite }: Move, names: readonly string[]): Source[] {
  const factories = {
    claude: () => claude(present({ home, memory: true, empty: true })),
    cursor: () => cursor(present({ home, sqlite, empty: true })),
  };
  return Object.entries(factories)
    .filter(([name]) => names.includes(name))
    .map(([, create]) => create());
}

import type { SessionRef, Source } from "@chatexport/core";
import type { Move } from "../move.js";
import { MoveError } from "../move-error.js";
import { pathMap } from "../path-map.js";
import type { PathPair } from "../path-pair.js";
import type { StorePlan } from "../store-plan.js";
import { compare, isOfProject } from "./compare.js";
import { isListed } from "./count-sessions.js";
import { neutralizer } from "./neutral-text.js";
import { type Snapshot, takeSnapshot } from "./snapshot.js";
import { sourcesOf } from "./sources.js";

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

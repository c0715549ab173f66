import { listSessions, type SessionRef } from "@chatexport/core";
import type { Move } from "../move.js";
import { pathMap } from "../path-map.js";
import { isOfProject } from "./compare.js";
import { sourcesOf } from "./sources.js";

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
export function isListed({ listedBy }: SessionRef): boolean {
  return listedBy === undefined;
}

import { addToList } from "@chatexport/core/read";
import type { Head } from "./heads.js";

/**
 * The sessions that forks were copied from, by the forks' ids. Before 2.0 the tool does not say it, but a fork
 * has its messages from before it was created, each at the very millisecond of the original.
 */
export function originsOf(
  heads: readonly Head[],
  timesOf: (head: Head) => readonly number[],
): Map<string, string> {
  const byFirst = new Map<number, Head[]>();
  for (const head of heads)
    if (head.firstMessage !== undefined) addToList(byFirst, head.firstMessage, head);
  const origins = new Map<string, string>();
  for (const group of byFirst.values()) {
    if (group.length < 2) continue;
    const times = new Map(group.map((head) => [head, new Set(timesOf(head))]));
    for (const fork of group) {
      if (fork.firstMessage === undefined || fork.firstMessage >= fork.created) continue;
      const copied = [...(times.get(fork) ?? [])].filter((time) => time < fork.created);
      const shared = (head: Head) => copied.filter((time) => times.get(head)?.has(time)).length;
      // Of several, the one that has most of it, and of these the first.
      const [origin] = group
        .filter((head) => head !== fork && head.created < fork.created)
        .sort((a, b) => shared(b) - shared(a) || a.created - b.created);
      if (origin) origins.set(fork.id, origin.id);
    }
  }
  for (const { id, forkOf } of heads) if (forkOf !== undefined) origins.set(id, forkOf);
  return origins;
}

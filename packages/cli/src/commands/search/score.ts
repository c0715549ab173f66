import type { FoundPart, PartLabel } from "@chatexport/document/search";
import type { SessionHits } from "./search-sessions.js";

/** The facts that decide the order of sessions at a terminal. */
export interface Scored {
  /** Lines in which it was found. */
  count: number;
  /** The fit of the words of what was said, by bm25: less is better; absent where only parts of words fit. */
  rank: number | undefined;
  /** The weight of a hit: the more it says about what the session is about, the greater. */
  weight: number;
  /** The time when it was last active, in milliseconds since 1970; NaN when that is unknown. */
  time: number;
}

const day = 86_400_000;

/**
 * Puts the sessions first in which whole words fit best, then those in which most is found. Of those that are alike,
 * a title and a prompt say more than an answer, and a new session more than an old one: half of that in a month.
 */
export function ranked<Hits extends Scored>(found: readonly Hits[]): Hits[] {
  const newest = found.reduce((latest, { time }) => Math.max(latest, time || 0), 0);
  const score = ({ count, rank, weight, time }: Hits) => {
    const days = Number.isNaN(time) ? Number.POSITIVE_INFINITY : (newest - time) / day;
    return (rank === undefined ? Math.log1p(count) : -rank) * weight * (1 + 1 / (1 + days / 30));
  };
  const hasWords = ({ rank }: Hits) => Number(rank !== undefined);
  return [...found].sort((a, b) => hasWords(b) - hasWords(a) || score(b) - score(a));
}

/** The facts of a session in which something was found; `take` gets each of its parts, which are walked for that. */
export function scoredBy(found: SessionHits, take: (part: FoundPart) => void = () => {}): Scored {
  let count = 0;
  let weight = 0;
  for (const each of found.parts) {
    if (each.count === 0) continue;
    count += each.count;
    weight = Math.max(weight, weightOf(each.part));
    take(each);
  }
  return { count, rank: found.rank, weight, time: timeOf(found) };
}

/** The weight of a part: the more it says about what its session is about, the greater. */
function weightOf({ in: place, role }: PartLabel): number {
  if (place === "title") return 3;
  return role === "user" ? 2 : 1;
}

/** The time when a session was last active, in milliseconds since 1970; NaN when that is unknown. */
function timeOf({ ref, session }: SessionHits): number {
  const { updatedAt = ref.updatedAt, startedAt = ref.startedAt } = session;
  return Date.parse(updatedAt ?? startedAt ?? "");
}

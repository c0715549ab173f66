import type { SessionRef } from "@chatexport/core";
import type { ArchiveState, Deletion } from "./findings.js";
import type { FactsOf } from "./session-facts.js";

const dayMilliseconds = 24 * 60 * 60 * 1000;
const days = 30;

/** What the tools will delete in the next 30 days. */
export async function deletionOf(
  refs: readonly SessionRef[],
  stateOf: (ref: SessionRef) => ArchiveState,
  factsOf: FactsOf,
  now = Date.now(),
): Promise<Deletion> {
  const next = refs
    .flatMap((ref) => (ref.expiresAt === undefined ? [] : [{ ref, expiresAt: ref.expiresAt }]))
    .filter(({ expiresAt }) => Date.parse(expiresAt) <= now + days * dayMilliseconds)
    .sort((a, b) => Date.parse(a.expiresAt) - Date.parse(b.expiresAt));
  const until = (time: number) =>
    next.filter(({ expiresAt }) => Date.parse(expiresAt) <= time).length;
  const facts = await factsOf(next.map(({ ref }) => ref));
  return {
    overdue: until(now),
    within7Days: until(now + 7 * dayMilliseconds),
    within30Days: next.length,
    next: next.flatMap(({ ref, expiresAt }, index) => {
      const known = facts[index];
      return known ? [{ ...known, expiresAt, archive: stateOf(ref) }] : [];
    }),
  };
}

import { type FoundSession, hash8, type Locator, placeOf, projectMark } from "../head/locator.js";

/**
 * Gives each session an id of its own: the largest of several with one id keeps it, the others are
 * told apart by their folder. What a session was copied from is named by its new id.
 */
export function withUniqueIds<Found extends FoundSession>(found: readonly Found[]): Found[] {
  const bySize = [...found].sort(
    (a, b) => (b.bytes ?? 0) - (a.bytes ?? 0) || (placeOf(a.locator) < placeOf(b.locator) ? -1 : 1),
  );
  const ids = new Set<string>();
  const idOf = new Map<string, string>();
  const unique = bySize.map((session) => {
    const id = freeId(session, ids);
    ids.add(id);
    idOf.set(placeOf(session.locator), id);
    return { ...session, id };
  });
  return unique.map((session) => ({ ...session, locator: renamed(session.locator, idOf) }));
}

function freeId(session: FoundSession, taken: ReadonlySet<string>): string {
  if (!taken.has(session.id)) return session.id;
  const path = placeOf(session.locator);
  const candidates = [projectMark(path), hash8(path)].map((mark) => `${session.id}~${mark}`);
  return candidates.find((candidate) => !taken.has(candidate)) ?? session.id;
}

function renamed<L extends Locator>(locator: L, idOf: ReadonlyMap<string, string>): L {
  if (locator.format !== "claude/jsonl" || !locator.originals) return locator;
  const originals = locator.originals.map(({ id, path }) => ({ id: idOf.get(path) ?? id, path }));
  return { ...locator, originals };
}

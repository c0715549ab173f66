import { basename, dirname } from "node:path";
import { type Found, hash8 } from "../head/found.js";
import type { Locator } from "../head/locator.js";

/**
 * Gives each session an id of its own: the largest of several with one id keeps it, the others are
 * told apart by their folder. What a session was copied from is named by its new id.
 */
export function withUniqueIds(found: readonly Found[]): Found[] {
  const bySize = [...found].sort(
    (a, b) => (b.bytes ?? 0) - (a.bytes ?? 0) || (placeOf(a) < placeOf(b) ? -1 : 1),
  );
  const ids = new Set<string>();
  const idOf = new Map<string, string>();
  const unique = bySize.map((session) => {
    const id = freeId(session, ids);
    ids.add(id);
    idOf.set(placeOf(session), id);
    return { ...session, id };
  });
  return unique.map((session) => ({ ...session, locator: renamed(session.locator, idOf) }));
}

function freeId(session: Found, taken: ReadonlySet<string>): string {
  const path = placeOf(session);
  const suffixes = [basename(dirname(path)), path].map(hash8);
  const candidates = [session.id, ...suffixes.map((suffix) => `${session.id}~${suffix}`)];
  return candidates.find((candidate) => !taken.has(candidate)) ?? session.id;
}

function renamed(locator: Locator, idOf: ReadonlyMap<string, string>): Locator {
  if (locator.format !== "claude/jsonl" || !locator.originals) return locator;
  const originals = locator.originals.map(({ id, path }) => ({ id: idOf.get(path) ?? id, path }));
  return { ...locator, originals };
}

function placeOf({ locator }: Found): string {
  return "path" in locator ? locator.path : locator.folder;
}

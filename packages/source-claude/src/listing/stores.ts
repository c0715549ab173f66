import { readdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import {
  addTallies,
  type Context,
  contextFor,
  type Diagnostic,
  messageOf,
  present,
  type SessionRef,
  type Store,
} from "@chatexport/core";
import type { Locator } from "../locator.js";
import type { Place } from "../places.js";
import { listPlaces } from "./listing.js";
import { type Unowned, unownedRecords } from "./unowned.js";

/**
 * What is at each place: whether it exists, whether it can be read, how many sessions it holds, and
 * with `count` what becomes of the records that no session owns. Places are listed together, for what
 * belongs together may lie in several.
 */
export async function storesAt(
  places: readonly Place[],
  options: { count?: boolean },
  context: Context,
): Promise<Store[]> {
  // What is wrong with single files is told by listing them.
  const hidden: Diagnostic[] = [];
  const report = (diagnostic: Diagnostic) => void hidden.push(diagnostic);
  const silent = contextFor({ signal: context.signal, report }, {});
  const refs = await listPlaces(places, {}, silent);
  const unowned = options.count ? unownedRecords(places, refs, [...hidden], silent) : [];
  return Promise.all(
    places.map(async (place): Promise<Store> => {
      const store = { path: place.path, format: "claude/jsonl" };
      const failure = await failureAt(place.path);
      if (failure) return { ...store, ...failure };
      const isHere = (path: string) => placeOf(path, places) === place;
      const sessions = refs.filter((ref) => isHere(pathOf(ref))).length;
      const own = tallies(unowned.filter(({ path }) => isHere(path)));
      return { ...store, found: true, readable: true, sessions, ...present({ unowned: own }) };
    }),
  );
}

/** Why nothing can be read at a place, if nothing can. */
async function failureAt(
  path: string,
): Promise<Pick<Store, "found" | "readable" | "reason"> | undefined> {
  try {
    if ((await stat(path)).isDirectory()) await readdir(path);
    return undefined;
  } catch (cause) {
    const found = !(cause instanceof Error && "code" in cause && cause.code === "ENOENT");
    return { found, readable: false, reason: messageOf(cause) };
  }
}

function tallies(unowned: readonly Unowned[]): Store["unowned"] | undefined {
  const families = new Map<string, Unowned[]>();
  for (const each of unowned)
    families.set(each.family, [...(families.get(each.family) ?? []), each]);
  if (families.size === 0) return undefined;
  return Object.fromEntries(
    [...families].map(([family, all]) => [family, addTallies(all.map(({ tally }) => tally))]),
  );
}

/** The place that a file was found at: of a place within another one the inner one. */
function placeOf(path: string, places: readonly Place[]): Place | undefined {
  for (let at = path; ; at = dirname(at)) {
    const place = places.find((candidate) => candidate.path === at);
    if (place || at === dirname(at)) return place;
  }
}

function pathOf({ locator }: SessionRef): string {
  // Only this source makes its locators.
  const place = locator as unknown as Locator;
  return "path" in place ? place.path : place.folder;
}

import { readdir, stat } from "node:fs/promises";
import {
  addTallies,
  type Context,
  contextFor,
  messageOf,
  present,
  type SessionRef,
  type Store,
} from "@chatexport/core";
import { unownedRows } from "../history/list.js";
import type { Locator } from "../locator.js";
import type { Place } from "../places.js";
import { findStores } from "../store.js";
import { listPlaces } from "./listing.js";

/**
 * What is at a place: whether it exists, whether it can be read, how many sessions it holds, and with
 * `count` what becomes of the rows of its histories that no session owns.
 */
export async function storeAt(
  place: Place,
  options: { count?: boolean },
  context: Context,
): Promise<Store> {
  const { path } = place;
  const store = { path, format: "claude/jsonl" };
  try {
    if ((await stat(path)).isDirectory()) await readdir(path);
  } catch (cause) {
    const found = !(cause instanceof Error && "code" in cause && cause.code === "ENOENT");
    return { ...store, found, readable: false, reason: messageOf(cause) };
  }
  // What is wrong with single files is told by listing them.
  const silent = contextFor({ signal: context.signal }, {});
  const refs = await listPlaces([place], {}, silent);
  const unowned = options.count ? unownedIn(place, refs, silent) : undefined;
  return { ...store, found: true, readable: true, sessions: refs.length, ...present({ unowned }) };
}

function unownedIn(
  place: Place,
  refs: readonly SessionRef[],
  context: Context,
): Store["unowned"] | undefined {
  const known = refs.filter(({ locator }) => isTranscript(locator as unknown as Locator));
  const tallies = findStores([place], context).configFolders.flatMap(
    (folder) => unownedRows(folder, known) ?? [],
  );
  return tallies.length > 0 ? { "history.jsonl": addTallies(tallies) } : undefined;
}

function isTranscript({ format }: Locator): boolean {
  return format === "claude/jsonl";
}

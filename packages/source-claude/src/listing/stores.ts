import { readdir, stat } from "node:fs/promises";
import {
  type Context,
  contextFor,
  type Diagnostic,
  messageOf,
  present,
  type Store,
} from "@chatexport/core";
import type { Place } from "../places.js";
import { listPlaces } from "./listing.js";
import { unownedIn } from "./unowned.js";

/**
 * What is at a place: whether it exists, whether it can be read, how many sessions it holds, and with
 * `count` what becomes of the records that no session owns.
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
  const hidden: Diagnostic[] = [];
  const silent = contextFor(
    { signal: context.signal, report: (diagnostic) => void hidden.push(diagnostic) },
    {},
  );
  const refs = await listPlaces([place], {}, silent);
  const unowned = options.count ? unownedIn(place, refs, [...hidden], silent) : undefined;
  return { ...store, found: true, readable: true, sessions: refs.length, ...present({ unowned }) };
}

import { readdir, stat } from "node:fs/promises";
import { type Context, contextFor, messageOf, type Store } from "@chatexport/core";
import { listPlaces } from "./listing.js";

/** What is at a place: whether it exists, whether it can be read, and how many sessions it holds. */
export async function storeAt(path: string, context: Context): Promise<Store> {
  const store = { path, format: "claude/jsonl" };
  try {
    if ((await stat(path)).isDirectory()) await readdir(path);
  } catch (cause) {
    const found = !(cause instanceof Error && "code" in cause && cause.code === "ENOENT");
    return { ...store, found, readable: false, reason: messageOf(cause) };
  }
  // What is wrong with single files is told by listing them.
  const sessions = (await listPlaces([path], contextFor({ signal: context.signal }, {}))).length;
  return { ...store, found: true, readable: true, sessions };
}

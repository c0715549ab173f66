import { type Context, contextFor, messageOf, type Store } from "@chatexport/core";
import { exportsAt, isArchive, isNotFound } from "./exports.js";
import { format, listExports } from "./listing.js";

/** The exports at the roots with the number of their conversations, and the roots without any. */
export async function storesAt(
  roots: readonly string[],
  empty: boolean,
  context: Context,
): Promise<Store[]> {
  const stores: Store[] = [];
  for (const root of roots)
    try {
      const files = exportsAt(root);
      for (const path of files) stores.push(await storeOf(path, empty, context));
      if (files.length === 0) stores.push(emptyStore(root));
    } catch (cause) {
      context.signal.throwIfAborted();
      const found = !isNotFound(cause);
      stores.push({ path: root, format, found, readable: false, reason: messageOf(cause) });
    }
  return stores;
}

async function storeOf(path: string, empty: boolean, { signal }: Context): Promise<Store> {
  // What is wrong with it is told by listing.
  let reason: string | undefined;
  const report = ({ code, message }: { code: string; message: string }) => {
    if (code === "unreadable-file") reason = message;
  };
  const sessions = (await listExports([path], empty, contextFor({ report, signal }, {}))).length;
  return reason === undefined
    ? { path, format, found: true, readable: true, sessions }
    : { path, format, found: true, readable: false, reason };
}

function emptyStore(path: string): Store {
  return isArchive(path)
    ? { path, format, found: true, readable: false, reason: "an archive, not unpacked" }
    : { path, format, found: true, readable: true, sessions: 0 };
}

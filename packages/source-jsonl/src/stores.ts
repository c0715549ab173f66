import { readdirSync, statSync } from "node:fs";
import { type Context, contextFor, messageOf, type Store } from "@chatexport/core";
import { rootPath } from "./files.js";
import { listArchive } from "./listing.js";
import { isPipe, type Pipes } from "./pipes.js";

/** What is at each root: whether it exists, whether it can be read, how many sessions are listed of it. */
export async function storesAt(
  roots: readonly string[],
  pipes: Pipes,
  context: Context,
): Promise<Store[]> {
  // What is wrong with single files is told by listing them.
  const silent = contextFor({ signal: context.signal }, {});
  const listed = await listArchive(roots, pipes, silent);
  const paths = [...new Set(roots.map(rootPath))];
  return Promise.all(
    paths.map(async (path): Promise<Store> => {
      const store = { path, format: "jsonl" };
      const failure = await failureAt(path, pipes, silent);
      if (failure) return { ...store, ...failure };
      const sessions = listed.filter(({ file }) => file.roots.has(path)).length;
      return { ...store, found: true, readable: true, sessions };
    }),
  );
}

/** Why nothing can be read at a root, if nothing can. */
async function failureAt(
  path: string,
  pipes: Pipes,
  context: Context,
): Promise<Pick<Store, "found" | "readable" | "reason"> | undefined> {
  try {
    if (isPipe(path)) await pipes.copyOf(path, context);
    else if (statSync(path).isDirectory()) readdirSync(path);
    return undefined;
  } catch (cause) {
    const found = !(cause instanceof Error && "code" in cause && cause.code === "ENOENT");
    return { found, readable: false, reason: messageOf(cause) };
  }
}

import { contextFor, type Session } from "@chatexport/core";
import { type TargetName, targets } from "./targets.js";

/**
 * The session of an id as the source of a tool reads it from a file, and from the files of its sub-agents; undefined
 * when the file does not hold it.
 */
export async function readSession(
  path: string,
  id: string,
  to: TargetName,
  signal?: AbortSignal,
  agents: readonly string[] = [],
): Promise<Session | undefined> {
  const source = targets[to].source(path, agents);
  const context = contextFor({ ...(signal && { signal }) }, {});
  try {
    for await (const ref of source.list(context))
      if (ref.id === id) return await source.load(ref, context);
  } finally {
    await source.close?.();
  }
  return undefined;
}

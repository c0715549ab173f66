import type { Source } from "@chatexport/core";
import { contextWith, listAll } from "./reading.js";

/** Calls everything that a source can do, and closes it. */
export async function useAllOf(source: Source): Promise<void> {
  const context = contextWith();
  await source.stores(context, { count: true });
  for (const ref of await listAll(source)) {
    await source.load(ref, context);
    await source.mayContain?.(ref, ["word"], context);
  }
  await source.unknownNames?.(context);
  await source.dailyCounts?.(context);
  await source.close?.();
}

import type { Source } from "@chatexport/core";
import type { CommonOptions } from "../options.js";
import { loadSources } from "./load.js";
import type { Made } from "./package.js";

/** Does some work with the sources that the user chose; they then release what they hold open. */
export async function withSources<Result>(
  options: CommonOptions,
  work: (sources: readonly Source[], made: readonly Made<Source>[]) => Promise<Result>,
): Promise<Result> {
  const made = await loadSources(options);
  const sources = made.map(({ plugin }) => plugin);
  try {
    return await work(sources, made);
  } finally {
    for (const source of sources) await source.close?.();
  }
}

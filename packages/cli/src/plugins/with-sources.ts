import { setTimeout } from "node:timers/promises";
import type { Source } from "@chatexport/core";
import type { CommonOptions } from "../options.js";
import { loadSources } from "./load.js";
import type { Made } from "./package.js";

// In milliseconds.
const longestClose = 2000;

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
    // What could not be released ends with the program, and must not hide what was found.
    const closed = Promise.allSettled(sources.map(async (source) => source.close?.()));
    const late = new AbortController();
    await Promise.race([closed, setTimeout(longestClose, undefined, late).catch(() => {})]);
    late.abort();
  }
}

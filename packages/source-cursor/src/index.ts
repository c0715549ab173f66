import { apiVersion, type Context, checkOptions, type Source } from "@chatexport/core";
import type { Conversation } from "./conversation/group-copies.js";
import { type CursorOptions, options, type StatisticsOptions } from "./locate/options.js";
import { isNothingAt, rootsOf } from "./locate/roots.js";
import type { Statistics } from "./sidecars/statistics.js";

export type { DailyStats, ScoredCommit, TrackedLines } from "./sidecars/ai-code-tracking.js";
export type { Statistics } from "./sidecars/statistics.js";
export { type CursorOptions, options, type StatisticsOptions };

/** Reads the history of Cursor, of every version: the editor, the command line, agent transcripts. */
export default function cursor(given: CursorOptions = {}): Source {
  checkOptions(given, options);
  // Loaded on first use: the reader is most of this package, and many users never used Cursor.
  let loaded: Promise<Required<Source<Conversation>>> | undefined;
  const reader = () => {
    loaded ??= import("./reader.js").then(({ createReader }) => createReader(given));
    return loaded;
  };
  const isUnused = () => isNothingAt(rootsOf(given));
  const source: Source<Conversation> = {
    name: "cursor",
    apiVersion,
    stores: async (...given) => (await reader()).stores(...given),
    async *list(context) {
      if (!isUnused()) yield* (await reader()).list(context);
    },
    load: async (...given) => (await reader()).load(...given),
    mayContain: async (...given) => (await reader()).mayContain(...given),
    sizeOf: async (...given) => (await reader()).sizeOf(...given),
    dailyCounts: async (context) => (isUnused() ? [] : (await reader()).dailyCounts(context)),
    unknownNames: async (context) => (await reader()).unknownNames(context),
    close: async () => (await loaded)?.close(),
  };
  return source;
}

/** Reads what Cursor counted in all stores; reports databases that cannot be read. */
export async function readStatistics(
  options: StatisticsOptions,
  context: Context,
): Promise<Statistics> {
  const statistics = await import("./sidecars/statistics.js");
  return statistics.readStatistics(options, context);
}

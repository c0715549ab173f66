import { type Context, checkOptions, type Source } from "@chatexport/core";
import { once } from "@chatexport/core/read";
import { isNothingAt, sourceOnUse } from "@chatexport/core/source";
import { type CursorOptions, options, type StatisticsOptions } from "./locate/options.js";
import { rootsOf } from "./locate/roots.js";
import type { Statistics } from "./sidecars/statistics.js";

export type { DailyStats, ScoredCommit, TrackedLines } from "./sidecars/ai-code-tracking.js";
export type { Statistics } from "./sidecars/statistics.js";
export { type CursorOptions, options, type StatisticsOptions };

/** Reads the history of Cursor, of every version: the editor, the command line, agent transcripts. */
export default function cursor(given: CursorOptions = {}): Source {
  checkOptions(given, options);
  // Loaded on first use: the reader is most of this package, and many users never used Cursor.
  const reader = once(() => import("./reader.js"));
  const places = () => rootsOf(given);
  const open = async () => (await reader()).createReader(given);
  const source: Source = {
    ...sourceOnUse({ name: "cursor", open, places }),
    dailyCounts: async (context) =>
      isNothingAt(places()) ? [] : (await reader()).dailyCounts(given, context),
    unknownNames: async (context) => (await reader()).unknownNames(source, context),
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

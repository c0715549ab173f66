import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Context, compareStrings, type DailyCounts } from "@chatexport/core";
import { getOrAdd } from "@chatexport/core/read";
import { createDatabases, type Database, keyValues } from "@chatexport/sqlite";
import { type ListContext, tryDatabase } from "../locate/contexts.js";
import { trackingDatabase } from "../locate/file-names.js";
import type { StatisticsOptions } from "../locate/options.js";
import { rootsOf } from "../locate/roots.js";
import { shapesOf } from "../locate/shapes.js";
import {
  type DailyStats,
  readDailyStats,
  readScoredCommits,
  type ScoredCommit,
} from "./ai-code-tracking.js";

/** What Cursor counted on a machine, apart from conversations. */
export interface Statistics {
  /** By date; one entry for each installation that counted on the day. */
  days: DailyStats[];
  /** The oldest first. */
  commits: ScoredCommit[];
}

/** Reads what Cursor counted in all stores; reports databases that cannot be read. */
export function readStatistics(options: StatisticsOptions, context: Context): Statistics {
  const databases = createDatabases();
  const listing: ListContext = { ...context, databases };
  const statistics: Statistics = { days: [], commits: [] };
  const read = (path: string, work: (database: Database) => void) => {
    if (existsSync(path)) tryDatabase(path, listing, work);
  };
  try {
    const readDays = (database: Database) => {
      const items = keyValues(database, "ItemTable");
      if (items) statistics.days.push(...readDailyStats(items));
    };
    for (const { kind, path } of shapesOf(rootsOf(options), listing)) {
      if (kind === "database") read(path, readDays);
      if (kind === "user-folder") read(join(path, "globalStorage", "state.vscdb"), readDays);
      if (kind === "dot-folder")
        read(join(path, trackingDatabase), (database) =>
          statistics.commits.push(...readScoredCommits(database)),
        );
    }
  } finally {
    databases.close();
  }
  statistics.days.sort((a, b) => compareStrings(a.date, b.date));
  return statistics;
}

/** The counts of each day, added up over all installations. */
export function dailyCountsOf(stats: readonly DailyStats[]): DailyCounts[] {
  const days = new Map<string, Record<string, number>>();
  for (const day of stats) {
    if (!/^\d{4}-\d\d-\d\d$/.test(day.date)) continue;
    const counts = getOrAdd(days, day.date, () => ({}));
    for (const [field, words] of names) {
      const count = day[field];
      if (count !== undefined) counts[words] = (counts[words] ?? 0) + count;
    }
  }
  return [...days]
    .filter(([, counts]) => Object.keys(counts).length > 0)
    .map(([day, counts]) => ({ day, counts }));
}

const names = [
  ["tabSuggestedLines", "Tab lines suggested"],
  ["tabAcceptedLines", "Tab lines accepted"],
  ["composerSuggestedLines", "Composer lines suggested"],
  ["composerAcceptedLines", "Composer lines accepted"],
] as const;

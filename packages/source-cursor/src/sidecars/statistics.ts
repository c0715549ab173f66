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
  readTrackedLines,
  type ScoredCommit,
  type TrackedLines,
} from "./ai-code-tracking.js";

/** The numbers that Cursor counted on a machine, apart from conversations. */
export interface Statistics {
  /** By date; one entry for each installation that counted on the day. */
  days: DailyStats[];
  /** The oldest first. */
  commits: ScoredCommit[];
  /** By day, then by source. */
  lines: TrackedLines[];
}

/** Reads what Cursor counted in all stores; reports databases that cannot be read. */
export function readStatistics(options: StatisticsOptions, context: Context): Statistics {
  const databases = createDatabases();
  const listing: ListContext = { ...context, databases };
  const statistics: Statistics = { days: [], commits: [], lines: [] };
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
        read(join(path, trackingDatabase), (database) => {
          statistics.commits.push(...readScoredCommits(database));
          statistics.lines.push(...readTrackedLines(database));
        });
    }
  } finally {
    databases.close();
  }
  statistics.days.sort((a, b) => compareStrings(a.date, b.date));
  return statistics;
}

/**
 * The counts of each day, added up over all installations; commits and tracked lines by day in UTC.
 */
export function dailyCountsOf({ days, commits, lines }: Statistics): DailyCounts[] {
  const counted = new Map<string, Record<string, number>>();
  const add = (day: string | undefined, what: string, count: number | undefined) => {
    if (count === undefined || !/^\d{4}-\d\d-\d\d$/.test(day ?? "")) return;
    const counts = getOrAdd(counted, day ?? "", () => ({}));
    counts[what] = (counts[what] ?? 0) + count;
  };
  for (const stats of days)
    for (const [field, what] of dayNames) add(stats.date, what, stats[field]);
  for (const { scoredAt, numbers } of commits) {
    const day = scoredAt?.slice(0, 10);
    add(day, "Commits", 1);
    for (const [field, what] of commitNames) add(day, what, numbers[field]);
  }
  for (const { day, source, count } of lines)
    add(day, `${source.slice(0, 1).toUpperCase()}${source.slice(1)} lines tracked`, count);
  return [...counted]
    .map(([day, counts]) => ({ day, counts }))
    .sort((a, b) => compareStrings(a.day, b.day));
}

const dayNames = [
  ["tabSuggestedLines", "Tab lines suggested"],
  ["tabAcceptedLines", "Tab lines accepted"],
  ["composerSuggestedLines", "Composer lines suggested"],
  ["composerAcceptedLines", "Composer lines accepted"],
] as const;

const commitNames = [
  ["linesAdded", "Lines committed"],
  ["tabLinesAdded", "Tab lines committed"],
  ["composerLinesAdded", "Composer lines committed"],
  ["humanLinesAdded", "Human lines committed"],
] as const;

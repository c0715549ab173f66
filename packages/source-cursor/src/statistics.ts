import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Context, compareStrings, type SourceOptions } from "@chatexport/core";
import { createDatabases, type Database, keyValues } from "@chatexport/sqlite";
import type { ListContext } from "./list-context.js";
import { places } from "./places.js";
import { reportDatabase } from "./reports.js";
import { shapesOf } from "./shape.js";
import {
  type DailyStats,
  readDailyStats,
  readScoredCommits,
  type ScoredCommit,
} from "./sidecars/ai-code-tracking.js";
import { trackingDatabase } from "./sidecars/index.js";

/** What Cursor counted on a machine, apart from conversations. */
export interface Statistics {
  /** By date; a day that several installations know stands there for each. */
  days: DailyStats[];
  /** The oldest first. */
  commits: ScoredCommit[];
}

/** Options for reading statistics. */
export interface StatisticsOptions extends SourceOptions {
  /** As the option of the source. */
  sqlite?: () => unknown;
}

/** Reads what Cursor counted at all places; reports databases that cannot be read. */
export function readStatistics(options: StatisticsOptions, context: Context): Statistics {
  const databases = createDatabases(options.sqlite);
  const listing: ListContext = { ...context, databases };
  const statistics: Statistics = { days: [], commits: [] };
  const read = (path: string, work: (database: Database) => void) => {
    try {
      if (existsSync(path)) work(databases.open(path));
    } catch (cause) {
      reportDatabase(path, cause, context);
    }
  };
  try {
    for (const { kind, path } of shapesOf(places(options), listing)) {
      if (kind === "user-folder" || kind === "database")
        read(globalDatabase(kind, path), (database) => {
          const items = keyValues(database, "ItemTable");
          if (items) statistics.days.push(...readDailyStats(items));
        });
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

function globalDatabase(kind: "user-folder" | "database", path: string): string {
  return kind === "database" ? path : join(path, "globalStorage", "state.vscdb");
}

import type { DailyCounts } from "@chatexport/core";
import type { DailyStats } from "./sidecars/ai-code-tracking.js";

/** What Cursor counted, day by day; what several installations counted on a day is added up. */
export function dailyCountsOf(stats: readonly DailyStats[]): DailyCounts[] {
  const days = new Map<string, Record<string, number>>();
  for (const day of stats) {
    if (!/^\d{4}-\d\d-\d\d$/.test(day.date)) continue;
    const counts = days.get(day.date) ?? {};
    days.set(day.date, counts);
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

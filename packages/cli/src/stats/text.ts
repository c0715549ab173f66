import type { TextStyle } from "../terminal/text-style.js";
import { dailyCountsAsText } from "./daily-counts-table.js";
import { overviewOf } from "./overview.js";
import type { StatsReport } from "./report.js";
import { sectionsAsText } from "./section.js";
import { sectionsOf } from "./sections.js";

/** Statistics for people: on a terminal with bars and what matters most, elsewhere plain and whole. */
export function statsAsText(report: StatsReport, style: TextStyle): string {
  const blocks = [
    overviewOf(report, style),
    ...sectionsAsText(sectionsOf(report, style), style),
    ...dailyCountsAsText(report, style),
  ];
  return blocks.join("\n");
}

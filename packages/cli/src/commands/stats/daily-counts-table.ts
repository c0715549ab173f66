import { compareStrings, safeLine } from "@chatexport/core";
import { fit, widest } from "@chatexport/sink-terminal/format";
import { type Column, tableOf } from "../../terminal/table.js";
import type { TextStyle } from "../../terminal/text-style.js";
import { numbersFor } from "./number-style.js";
import type { StatsReport } from "./stats-report.js";

type Counted = NonNullable<StatsReport["dailyCounts"]>;

/** What was counted of one thing. */
interface Row {
  what: string;
  byDay: ReadonlyMap<string, number>;
  sum: number;
}

const mostDays = 7;
const gap = 2;
const numberWidth = "01-31".length;

/** What each tool itself counted: on a terminal the last days side by side, elsewhere each day. */
export function dailyCountsAsText({ dailyCounts }: StatsReport, style: TextStyle): string[] {
  const counted = dailyCounts ?? [];
  const sources = [...new Set(counted.map(({ source }) => source))].sort(compareStrings);
  return sources.map((source) => {
    const own = counted.filter((each) => each.source === source);
    const { columns: room = Number.POSITIVE_INFINITY, colors } = style;
    const title = colors.bold(fit(`By ${safeLine(source)}'s own count`, room));
    return `${title}\n${style.columns === undefined ? eachDay(own, style) : lastDays(own, style)}`;
  });
}

function eachDay(counted: Counted, style: TextStyle): string {
  const { count } = numbersFor(style);
  const lines = counted.flatMap(({ day, counts }) =>
    Object.entries(counts).map(([what, number]) => ({ day, what, number })),
  );
  return tableOf(
    lines,
    [
      { title: "DAY", text: ({ day }) => day },
      { title: "COUNT", align: "right", text: ({ number }) => count(number) },
      { title: "WHAT", text: ({ what }) => what },
    ],
    style,
  );
}

function lastDays(counted: Counted, style: TextStyle): string {
  const { amount } = numbersFor(style);
  const rows = rowsOf(counted);
  const widestText = widest(rows.map(({ what }) => safeLine(what)));
  // The sum and the text stand beside the days.
  const rest = (style.columns ?? 0) - widestText - gap - numberWidth;
  const fitting = Math.floor(rest / (numberWidth + gap));
  const days = counted.slice(0, Math.min(Math.max(fitting, 1), mostDays)).map(({ day }) => day);
  const dayColumns = days.reverse().map((day): Column<Row> => {
    const text = ({ byDay }: Row) => {
      const number = byDay.get(day);
      return number === undefined ? "" : amount(number);
    };
    return { title: day.slice("2026-".length), align: "right", text };
  });
  return tableOf(
    rows,
    [
      ...dayColumns,
      { title: "ALL", align: "right", text: ({ sum }) => amount(sum) },
      { title: "", text: ({ what }) => what },
    ],
    style,
  );
}

function rowsOf(counted: Counted): Row[] {
  const names = new Set(counted.flatMap(({ counts }) => Object.keys(counts)));
  return [...names].map((what) => {
    const byDay = new Map<string, number>();
    for (const { day, counts } of counted) {
      const number = counts[what];
      if (number !== undefined) byDay.set(day, number);
    }
    return { what, byDay, sum: [...byDay.values()].reduce((sum, number) => sum + number, 0) };
  });
}

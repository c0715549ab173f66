import { formatCount, plural } from "@chatexport/core/read";
import { kindWord } from "@chatexport/document";
import { messagesOf, type Statistics } from "@chatexport/document/statistics";
import { html, type Markup } from "../escape.js";
import { boxAt, type Chart, chartWidth, fitted, short, textAt } from "./chart.js";

const left = 190;
const line = 22;
const barHeight = 12;
const mostBars = 10;
const longestName = 26;
/** The room to the right of the longest bar, in pixels. */
const right = 120;

/** A line of a chart with bars. */
interface Bar {
  name: string;
  count: number;
  /** The part of it that failed. */
  failed?: number;
  /** Written behind the bar. */
  words: string;
}

/** Calls by what they do, the failed ones in another colour; undefined where there are none. */
export function callsChart({ tools }: Statistics): Chart | undefined {
  const bars = tools.map(({ kind, calls, failed }) => ({
    ...{ name: kindWord(kind), count: calls, failed },
    words: failed > 0 ? `${formatCount(calls)}, ${formatCount(failed)} failed` : formatCount(calls),
  }));
  return barChart("Tool calls", "Tool calls by kind", bars);
}

/** Messages by project. */
export function projectsChart({ projects }: Statistics): Chart | undefined {
  const bars = projects.map((each) => ({
    name: each.project ?? "no project",
    count: messagesOf(each),
    words: `${formatCount(messagesOf(each))}, ${plural(each.sessions, "session")}`,
  }));
  return barChart("Messages by project", "Messages by project", bars);
}

/** Which part of the input was read from the cache; undefined where no store says it. */
export function cacheChart({ total: { tokens = {} } }: Statistics): Chart | undefined {
  const { input, cacheRead, cacheWrite = 0 } = tokens;
  if (!input || cacheRead === undefined || cacheRead + cacheWrite > input) return undefined;
  const parts = [
    { name: "read from the cache", count: cacheRead },
    { name: "written to the cache", count: cacheWrite },
    { name: "not cached", count: input - cacheRead - cacheWrite },
  ];
  const bars = parts.map(({ name, count }) => ({
    ...{ name, count, words: `${((count / input) * 100).toFixed(1)} %, ${short(count)}` },
  }));
  return barChart("Input tokens and the cache", "Input tokens by their use of the cache", bars);
}

function barChart(title: string, label: string, all: readonly Bar[]): Chart | undefined {
  const bars = all.slice(0, mostBars);
  const most = Math.max(0, ...bars.map(({ count }) => count));
  if (most === 0) return undefined;
  const rest = all.length - bars.length;
  const room = chartWidth - left - right;
  const lines = bars.map(({ name, count, failed = 0, words }, index): Markup => {
    const y = index * line + 4;
    const width = (count / most) * room;
    const bad = (failed / most) * room;
    const box = (x: number, width: number) => ({ x, y, width, height: barHeight });
    const shown = fitted(name, longestName);
    return html`${textAt([left - 8, y + 10], shown, "end", "name")}${boxAt(box(left, width - bad), "bar", `${name}: ${words}`)}${
      failed > 0 && boxAt(box(left + width - bad, bad), "failed", `${formatCount(failed)} failed`)
    }${textAt([left + width + 8, y + 10], words)}`;
  });
  const more = rest > 0 && textAt([left, bars.length * line + 12], `and ${formatCount(rest)} more`);
  return {
    ...{
      title,
      label: `${label}: ${bars.map(({ name, words }) => `${name} ${words}`).join("; ")}`,
    },
    height: bars.length * line + (rest > 0 ? line : 0),
    drawing: html`${lines}${more}`,
  };
}

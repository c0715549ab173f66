import { formatCount, plural } from "@chatexport/core/read";
import { kindWord } from "@chatexport/document";
import { messagesOf, type Statistics } from "@chatexport/document/statistics";
import { html, type Markup } from "../escape.js";
import { boxAt, type Chart, chartWidth, fitted, phoneWidth, short, textAt } from "./chart.js";

const barHeight = 12;
const mostBars = 10;
/** The room to the right of the longest bar, in pixels. */
const right = 120;

/** The places of bars, and of their names: beside them, or above. */
interface Layout {
  width: number;
  left: number;
  line: number;
  name: { x: number; y: number; side: "start" | "end"; longest: number };
}

const wide: Layout = {
  ...{ width: chartWidth, left: 190, line: 22 },
  name: { x: 182, y: 10, side: "end", longest: 26 },
};
const phone: Layout = {
  ...{ width: phoneWidth, left: 0, line: 38 },
  name: { x: 0, y: -6, side: "start", longest: 50 },
};

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
  return barChart("Tool calls by kind", bars);
}

/** Messages by project. */
export function projectsChart({ projects }: Statistics): Chart | undefined {
  const bars = projects.map((each) => ({
    name: each.project ?? "no project",
    count: messagesOf(each),
    words: `${formatCount(messagesOf(each))}, ${plural(each.sessions, "session")}`,
  }));
  return barChart("Messages by project", bars);
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
  return barChart("Input tokens by use of the cache", bars);
}

function barChart(title: string, all: readonly Bar[]): Chart | undefined {
  const bars = all.slice(0, mostBars);
  if (!bars.some(({ count }) => count > 0)) return undefined;
  const rest = all.length - bars.length;
  return {
    title,
    label: `${title}: ${bars.map(({ name, words }) => `${name} ${words}`).join("; ")}`,
    ...drawn(bars, rest, wide),
    phone: drawn(bars, rest, phone),
  };
}

function drawn(
  bars: readonly Bar[],
  rest: number,
  { width, left, line, name: place }: Layout,
): Pick<Chart, "height" | "drawing"> {
  const unit = (width - left - right) / Math.max(...bars.map(({ count }) => count));
  const lines = bars.map(({ name, count, failed = 0, words }, index): Markup => {
    const y = (index + 1) * line - 18;
    const bad = failed * unit;
    const end = left + count * unit;
    const box = (x: number, width: number) => ({ x, y, width, height: barHeight });
    const shown = fitted(name, place.longest);
    return html`${textAt([place.x, y + place.y], shown, place.side, "name")}${boxAt(box(left, end - left - bad), "bar", `${name}: ${words}`)}${
      failed > 0 && boxAt(box(end - bad, bad), "failed", `${formatCount(failed)} failed`)
    }${textAt([end + 8, y + 10], words)}`;
  });
  const more = rest > 0 && textAt([left, bars.length * line + 12], `and ${formatCount(rest)} more`);
  return {
    height: (bars.length + (rest > 0 ? 1 : 0)) * line,
    drawing: html`${lines}${more}`,
  };
}

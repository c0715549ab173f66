import { messagesOf, type Statistics } from "@chatexport/document/statistics";
import { padEnd, plural } from "@chatexport/sink-terminal/format";
import type { TextStyle } from "../../terminal/text-style.js";

type Days = Statistics["days"];

/** A span of days that has one bar. */
interface Unit {
  name: string;
  /** The number of the span that a day, "2026-01-31", is in. */
  indexOf(day: string): number;
  /** The first day of a span, or the month. */
  nameOf(index: number): string;
}

const dayLength = 24 * 3_600_000;
const weekLength = 7 * dayLength;
/** 1970 began on a Thursday. */
const firstMonday = 4 * dayLength;

const day: Unit = {
  name: "day",
  indexOf: (name) => Date.parse(name) / dayLength,
  nameOf: (index) => dayAt(index * dayLength),
};
const week: Unit = {
  name: "week",
  indexOf: (name) => Math.floor((Date.parse(name) - firstMonday) / weekLength),
  nameOf: (index) => dayAt(index * weekLength + firstMonday),
};
const month: Unit = {
  name: "month",
  indexOf: (name) => Number(name.slice(0, 4)) * 12 + Number(name.slice(5, 7)) - 1,
  nameOf: (index) => `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`,
};

const mostDays = 31;
const height = 3;
const levels = " ▁▂▃▄▅▆▇█";
const widestBar = 4;

/**
 * Messages by day, week or month as upright bars over all columns of a terminal, the newest at the
 * right; empty for a single span. Of more spans than columns, those before are left out.
 */
export function timeChart(days: Days, { columns = 80, colors }: TextStyle): string[] {
  const [newest, oldest] = [days[0]?.day, days.at(-1)?.day];
  if (newest === undefined || oldest === undefined) return [];
  const lengthIn = ({ indexOf }: Unit) => indexOf(newest) - indexOf(oldest) + 1;
  const longer = lengthIn(week) <= columns ? week : month;
  const unit = lengthIn(day) <= Math.min(mostDays, columns) ? day : longer;
  const { name, indexOf, nameOf } = unit;
  const length = Math.min(lengthIn(unit), columns);
  if (length < 2) return [];

  const first = indexOf(newest) - length + 1;
  const counts = new Array<number>(length).fill(0);
  for (const { day, ...each } of days) {
    const at = indexOf(day) - first;
    if (at >= 0) counts[at] = (counts[at] ?? 0) + messagesOf(each);
  }
  const most = Math.max(...counts);
  const wide = Math.min(Math.floor(columns / length), widestBar);
  const lines = Array.from({ length: height }, (_, line) =>
    counts.map((count) =>
      padEnd(blockAt(count / most, height - 1 - line).repeat(wide > 1 ? wide - 1 : 1), wide),
    ),
  );
  const [start, end] = [nameOf(first), nameOf(first + length - 1)];
  const axis = padEnd(start, length * wide - end.length - (wide > 1 ? 1 : 0)) + end;
  const title = `${colors.bold(`Messages by ${name}`)}  ${colors.dim(`up to ${plural(most, "message")}`)}`;
  return [title, ...lines.map((line) => colors.cyan(line.join(""))), colors.dim(axis)];
}

/** The part of a bar in a line, counted from 0 at the bottom; what is more than nothing shows. */
function blockAt(share: number, line: number): string {
  const eighths = share > 0 ? Math.max(1, Math.round(share * height * 8)) : 0;
  return levels.charAt(Math.min(Math.max(eighths - line * 8, 0), 8));
}

function dayAt(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

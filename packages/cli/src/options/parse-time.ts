import { usageError } from "../terminal/cli-error.js";

/** Which moment is meant of a time that takes longer. */
export type Edge = "first" | "last";

/** A time as it is understood without a clock or a time zone. */
export type TimeWord =
  /** So many milliseconds before now. */
  | { before: number }
  /** Milliseconds since 1970. */
  | { moment: number }
  /** So many days before today. */
  | { daysAgo: number }
  /** From a day until before another one, as their midnights in UTC. */
  | { from: number; to: number };

const hour = 3_600_000;
const day = 24 * hour;

const daysBefore: ReadonlyMap<string, number> = new Map([
  ["today", 0],
  ["yesterday", 1],
]);
const span = /^(\d{1,6})([hdw])$/;
const date = /^\d{4}(?:-\d{2}){0,2}$/;
const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i;

/**
 * Reads a day (2026-01-31, today, yesterday), a month (2026-01), a year (2026), an RFC 3339 time or a span
 * before now (12h, 7d, 2w); throws a usage error when it is something else.
 */
export function parseTime(word: string): TimeWord {
  const [, count, unit] = span.exec(word) ?? [];
  if (count !== undefined)
    return { before: Number(count) * (unit === "h" ? hour : unit === "d" ? day : 7 * day) };
  const daysAgo = daysBefore.get(word.toLowerCase());
  if (daysAgo !== undefined) return { daysAgo };
  const moment = date.test(word) || time.test(word) ? Date.parse(word) : Number.NaN;
  // Date.parse takes the 31st of every month for a day of the next one.
  if (Number.isNaN(moment) || !isCalendarDay(word.slice(0, 10))) {
    throw usageError(
      `'${word}' is not a time; write 2026-01-31, 2026-01, 2026, today, yesterday or 2026-01-31T14:00:00Z (in UTC), or 12h, 7d or 2w for a span before now.`,
    );
  }
  return date.test(word) ? { from: moment, to: endOf(word) } : { moment };
}

function endOf(text: string): number {
  const [year = 0, month, dayOfMonth] = text.split("-").map(Number);
  if (month === undefined) return Date.UTC(year + 1, 0);
  return dayOfMonth === undefined
    ? Date.UTC(year, month)
    : Date.UTC(year, month - 1, dayOfMonth + 1);
}

/** True when there is such a day, month or year. */
function isCalendarDay(text: string): boolean {
  const moment = Date.parse(text);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
}

import { usageError } from "./cli-error.js";

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
 * The moment, in milliseconds since 1970, that a day (2026-01-31, today, yesterday), a month (2026-01),
 * a year (2026), an RFC 3339 time or a span before now (12h, 7d, 2w) means. Of what takes longer it is
 * the first or the last moment. All is in UTC.
 */
export function parseTime(word: string, edge: "first" | "last", now = Date.now()): number {
  const [, count, unit] = span.exec(word) ?? [];
  if (count !== undefined) {
    return now - Number(count) * (unit === "h" ? hour : unit === "d" ? day : 7 * day);
  }
  const before = daysBefore.get(word.toLowerCase());
  const text = before === undefined ? word : dayOf(now - before * day);
  const moment = date.test(text) || time.test(text) ? Date.parse(text) : Number.NaN;
  // Date.parse takes the 31st of every month for a day of the next one.
  if (Number.isNaN(moment) || !isCalendarDay(text.slice(0, 10))) {
    throw usageError(
      `'${word}' is not a time; write 2026-01-31, 2026-01, 2026, today, yesterday or 2026-01-31T14:00:00Z (in UTC), or 12h, 7d or 2w for a span before now.`,
    );
  }
  return date.test(text) && edge === "last" ? endOf(text) - 1 : moment;
}

/** The day of a moment in UTC: "2026-01-31". */
export function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

/** When the day, month or year after one begins. */
function endOf(text: string): number {
  const [year = 0, month, dayOfMonth] = text.split("-").map(Number);
  if (month === undefined) return Date.UTC(year + 1, 0);
  return dayOfMonth === undefined
    ? Date.UTC(year, month)
    : Date.UTC(year, month - 1, dayOfMonth + 1);
}

/** Whether there is such a day, month or year. */
function isCalendarDay(text: string): boolean {
  const moment = Date.parse(text);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
}

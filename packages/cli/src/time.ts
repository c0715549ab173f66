import { usageError } from "./cli-error.js";

const hour = 3_600_000;
const day = 24 * hour;

const span = /^(\d{1,6})([hdw])$/;
const date = /^\d{4}-\d{2}-\d{2}$/;
const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i;

/**
 * The moment, in milliseconds since 1970, that a date (2026-01-31, in UTC), an RFC 3339 time or a
 * span before now (12h, 7d, 2w) means. A date means its first or its last moment.
 */
export function parseTime(word: string, edge: "first" | "last", now = Date.now()): number {
  const [, count, unit] = span.exec(word) ?? [];
  if (count !== undefined) {
    return now - Number(count) * (unit === "h" ? hour : unit === "d" ? day : 7 * day);
  }
  const moment = date.test(word) || time.test(word) ? Date.parse(word) : Number.NaN;
  // Date.parse takes the 31st of every month for a day of the next one.
  if (Number.isNaN(moment) || !isCalendarDay(word.slice(0, 10))) {
    throw usageError(
      `'${word}' is not a time; write 2026-01-31, 2026-01-31T14:00:00Z, or 12h, 7d or 2w for a span before now.`,
    );
  }
  return date.test(word) && edge === "last" ? moment + day - 1 : moment;
}

function isCalendarDay(text: string): boolean {
  const moment = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text);
}

import { dayOf } from "../time.js";
import { type Counts, messagesOf, tokensOf } from "./counts.js";
import type { StatsReport } from "./report.js";

type Day = StatsReport["days"][number];

/** What was counted in a day, a week or a month. */
export interface Period {
  name: string;
  prompts: number;
  messages: number;
  tokens?: number;
}

/** Periods of one length, the newest first. */
export interface Periods {
  title: string;
  list: Period[];
}

const mostDays = 21;
const mostWeeks = 26;
const week = 7 * 24 * 3_600_000;

/** Days, or where there are too many of them weeks, or months. */
export function periodsOf(days: readonly Day[]): Periods {
  if (days.length <= mostDays) return periodsBy(days, "Days", (day) => day);
  return weeksBetween(days) <= mostWeeks
    ? periodsBy(days, "Weeks from", mondayOf)
    : periodsBy(days, "Months", (day) => day.slice(0, 7));
}

/** Each day. */
export function daysOf(days: readonly Day[]): Periods {
  return periodsBy(days, "Days", (day) => day);
}

/** From the oldest to the newest day, with those in which nothing was done. */
function weeksBetween(days: readonly Day[]): number {
  const [newest, oldest] = [days[0], days.at(-1)].map((day) => Date.parse(day?.day ?? ""));
  return ((newest ?? 0) - (oldest ?? 0)) / week;
}

function periodsBy(days: readonly Day[], title: string, nameOf: (day: string) => string): Periods {
  const periods = new Map<string, Period>();
  for (const { day, ...counts } of days) {
    const name = nameOf(day);
    const period = periods.get(name) ?? { name, prompts: 0, messages: 0 };
    periods.set(name, period);
    addTo(period, counts);
  }
  return { title, list: [...periods.values()] };
}

function addTo(period: Period, counts: Counts): void {
  period.prompts += counts.prompts;
  period.messages += messagesOf(counts);
  const tokens = tokensOf(counts);
  if (tokens !== undefined) period.tokens = (period.tokens ?? 0) + tokens;
}

/** The Monday on or before a day. */
function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return dayOf(date.getTime());
}

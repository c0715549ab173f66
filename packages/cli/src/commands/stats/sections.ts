import { dayOf } from "../../options/parse-words.js";
import type { TextStyle } from "../../terminal/text-style.js";
import { type Counts, messagesOf, tokensOf } from "./counts.js";
import { type NumberStyle, numbersFor } from "./number-style.js";
import type { Section, SectionRow } from "./section-text.js";
import type { StatsReport } from "./stats-report.js";

const mostRows = 10;
const mostPeriods = 24;

/** What was counted by time, project, model, tool and source; on a terminal the most of it. */
export function sectionsOf(report: StatsReport, style: TextStyle): Section[] {
  const numbers = numbersFor(style);
  const { days, projects, models, tools, sources } = report;
  const byProject = projects.map((each) => rowOf(each.project, each, numbers));
  const byModel = models.map((each) => rowOf(each.model, { ...each, prompts: 0 }, numbers));
  const bySource = sources.map((each) => rowOf(each.source, each, numbers));
  const isTerminal = style.columns !== undefined;
  const most = isTerminal ? mostRows : Number.POSITIVE_INFINITY;
  const sections = [
    timeSection(isTerminal ? periodsOf(days) : daysOf(days), numbers, isTerminal),
    sectionOf("Projects", ["sessions", "messages", "tokens"], byProject, most),
    sectionOf("Models", ["sessions", "answers", "tokens"], byModel, most),
    sectionOf("Tools", ["", "calls", "failed"], toolRows(tools, numbers), most),
    // A single one has as much as all together.
    ...(isTerminal && sources.length === 1
      ? []
      : [sectionOf("Sources", ["sessions", "messages", "tokens"], bySource, most)]),
  ];
  return sections.filter(({ rows }) => rows.length > 0);
}

/** How to see what a terminal does not show: fewer rows, or longer periods. */
export function hintFor({ days, projects, models }: StatsReport): string | undefined {
  const { list } = periodsOf(days);
  if (list.length < days.length) return "--json has each day, --since 14d shows the last ones.";
  const isCut = [projects, models].some(({ length }) => length > mostRows + 1);
  return isCut ? "--json has all of them." : undefined;
}

function timeSection({ title, list }: Periods, numbers: NumberStyle, isTerminal: boolean): Section {
  const rows = list.map(({ name, prompts, messages, tokens }): SectionRow => {
    const counts = [prompts, messages].map(numbers.count) as [string, string];
    return { name, measure: messages, numbers: [...counts, amount(tokens, numbers)] };
  });
  const most = isTerminal ? mostPeriods : Number.POSITIVE_INFINITY;
  return sectionOf(title, ["prompts", "messages", "tokens"], rows, most);
}

function toolRows(tools: StatsReport["tools"], { count }: NumberStyle): SectionRow[] {
  return tools.map(({ kind, calls, failed }) => ({
    name: kind,
    measure: calls,
    numbers: ["", count(calls), count(failed)],
  }));
}

type Countable = Pick<StatsReport["total"], "sessions" | "prompts" | "answers" | "tokens">;

function rowOf(name: string | undefined, counts: Countable, numbers: NumberStyle): SectionRow {
  const messages = messagesOf(counts);
  const { count } = numbers;
  return {
    name,
    measure: messages,
    numbers: [count(counts.sessions), count(messages), amount(tokensOf(counts), numbers)],
  };
}

/** What is not known is not zero. */
function amount(count: number | undefined, numbers: NumberStyle): string {
  return count === undefined ? "" : numbers.amount(count);
}

function sectionOf(
  title: string,
  columns: Section["columns"],
  rows: readonly SectionRow[],
  most: number,
): Section {
  // A line that says that there is one more takes the place of that one.
  const shown = rows.length <= most + 1 ? rows.length : most;
  return { title, columns, rows: rows.slice(0, shown), hidden: rows.length - shown };
}

type Day = StatsReport["days"][number];

/** What was counted in a day, a week or a month. */
interface Period {
  name: string;
  prompts: number;
  messages: number;
  tokens?: number;
}

/** Periods of one length, the newest first. */
interface Periods {
  title: string;
  list: Period[];
}

const mostDays = 21;
const mostWeeks = 26;
const week = 7 * 24 * 3_600_000;

/** Days, or where there are too many of them weeks, or months. */
function periodsOf(days: readonly Day[]): Periods {
  if (days.length <= mostDays) return periodsBy(days, "Days", (day) => day);
  return weeksBetween(days) <= mostWeeks
    ? periodsBy(days, "Weeks from", mondayOf)
    : periodsBy(days, "Months", (day) => day.slice(0, 7));
}

/** Each day. */
function daysOf(days: readonly Day[]): Periods {
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

import { dayIn, getOrAdd } from "@chatexport/core/read";
import { type Counts, messagesOf, tokensOf } from "@chatexport/document/statistics";
import type { TextStyle } from "../../terminal/text-style.js";
import type { Section, SectionRow } from "./section-text.js";
import { type NumberStyle, numbersFor, type StatsReport } from "./stats-report.js";

const mostRows = 10;
const mostPeriods = 24;

/** The counts by time, project, model, tool and source; on a terminal the highest of them. */
export function sectionsOf(report: StatsReport, style: TextStyle): Section[] {
  const numbers = numbersFor(style);
  const { count } = numbers;
  const { days, projects, models, tools, sources } = report;
  const isTerminal = style.columns !== undefined;
  const most = isTerminal ? mostRows : Number.POSITIVE_INFINITY;
  const { title, periods } = periodsOf(days, isTerminal);
  const byTime = periods.map(({ name, prompts, messages, tokens }): SectionRow => {
    const counts = [count(prompts), count(messages), numbers.amount(tokens)] as const;
    return { name, measure: messages, numbers: counts };
  });
  const byProject = projects.map((each) => countsRow(each.project, each, numbers));
  const byModel = models.map((each) => countsRow(each.model, { ...each, prompts: 0 }, numbers));
  const byTool = tools.map(({ kind, calls, failed }): SectionRow => {
    return { name: kind, measure: calls, numbers: ["", count(calls), count(failed)] };
  });
  // A single one has as much as all together.
  const shown = isTerminal && sources.length === 1 ? [] : sources;
  const bySource = shown.map((each) => countsRow(each.source, each, numbers));
  const sections = [
    sectionOf(title, ["prompts", "messages", "tokens"], byTime, isTerminal ? mostPeriods : most),
    sectionOf("Projects", ["sessions", "messages", "tokens"], byProject, most),
    sectionOf("Models", ["sessions", "answers", "tokens"], byModel, most),
    sectionOf("Tools", ["", "calls", "failed"], byTool, most),
    sectionOf("Sources", ["sessions", "messages", "tokens"], bySource, most),
  ];
  return sections.filter(({ rows }) => rows.length > 0);
}

/** How to see what a terminal does not show: fewer rows, or longer periods. */
export function hintFor({ days, projects, models }: StatsReport): string | undefined {
  if (periodsOf(days, true).periods.length < days.length)
    return "--json has each day, --since 14d shows the last ones.";
  const isCut = [projects, models].some(({ length }) => length > mostRows + 1);
  return isCut ? "--json has all of them." : undefined;
}

function countsRow(
  name: string | undefined,
  counts: Pick<Counts, "sessions" | "prompts" | "answers" | "tokens">,
  { count, amount }: NumberStyle,
): SectionRow {
  const messages = messagesOf(counts);
  const numbers = [count(counts.sessions), count(messages), amount(tokensOf(counts))] as const;
  return { name, measure: messages, numbers };
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

type Days = StatsReport["days"];

interface Period {
  name: string;
  prompts: number;
  messages: number;
  tokens?: number;
}

const mostDays = 21;
const mostWeeks = 26;
const week = 7 * 24 * 3_600_000;

/** Days, or where they are too many for a terminal weeks, or months; the newest first. */
function periodsOf(days: Days, isTerminal: boolean): { title: string; periods: Period[] } {
  if (!isTerminal || days.length <= mostDays)
    return { title: "Days", periods: periodsBy(days, (day) => day) };
  // From the oldest to the newest day, with those in which nothing was done.
  const [newest = 0, oldest = 0] = [days[0], days.at(-1)].map((day) => Date.parse(day?.day ?? ""));
  return (newest - oldest) / week <= mostWeeks
    ? { title: "Weeks from", periods: periodsBy(days, mondayOf) }
    : { title: "Months", periods: periodsBy(days, (day) => day.slice(0, 7)) };
}

function periodsBy(days: Days, nameOf: (day: string) => string): Period[] {
  const periods = new Map<string, Period>();
  for (const { day, ...counts } of days) {
    const name = nameOf(day);
    const period = getOrAdd(periods, name, () => ({ name, prompts: 0, messages: 0 }));
    period.prompts += counts.prompts;
    period.messages += messagesOf(counts);
    const tokens = tokensOf(counts);
    if (tokens !== undefined) period.tokens = (period.tokens ?? 0) + tokens;
  }
  return [...periods.values()];
}

function mondayOf(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return dayIn("UTC", date.getTime());
}

import type { TextStyle } from "../terminal/text-style.js";
import { messagesOf, tokensOf } from "./counts.js";
import { type NumberStyle, numbersFor } from "./number-style.js";
import { daysOf, type Periods, periodsOf } from "./periods.js";
import type { StatsReport } from "./report.js";
import type { Section, SectionRow } from "./section.js";

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

import {
  compareStrings,
  contextFor,
  type DailyCounts,
  type Diagnostic,
  nonEmpty,
  type Source,
  safeLine,
} from "@chatexport/core";
import { sourceFailed } from "@chatexport/core/host";
import { dayIn } from "@chatexport/core/read";
import { toolOf } from "@chatexport/document";
import { fit, tableOf, widest } from "@chatexport/sink-terminal/format";
import type { Run } from "../../host/run.js";
import type { CommonOptions } from "../../options/option-table.js";
import type { TextStyle } from "../../terminal/text-style.js";
import { numbersFor, type StatsReport } from "./stats-report.js";

/**
 * The numbers that the tools themselves counted, the newest day first. They count all that is done
 * on a machine, so there is nothing to say when sessions are chosen by anything but time.
 */
export async function dailyCountsOf(
  sources: readonly Source[],
  { since, until, timezone, ...options }: CommonOptions & { timezone: string },
  run: Run,
): Promise<StatsReport["dailyCounts"]> {
  const { project, session, grep, model, archived, limit } = options;
  const choices = [project, session, grep, model, archived, limit];
  if (choices.some((choice) => choice !== undefined)) return undefined;
  const all: NonNullable<StatsReport["dailyCounts"]> = [];
  for (const source of sources) {
    const counted = await countsOf(source, run);
    all.push(...counted.map((counts) => ({ source: source.name, ...counts })).reverse());
  }
  const isWithin = ({ day }: DailyCounts) =>
    (since === undefined || day >= dayIn(timezone, since)) &&
    (until === undefined || day <= dayIn(timezone, until));
  return nonEmpty(all.filter(isWithin));
}

async function countsOf(
  source: Source,
  { diagnostics, report, signal }: Run,
): Promise<DailyCounts[]> {
  const reportNew = (diagnostic: Diagnostic) => {
    // Most of what cannot be read was reported when the sessions were listed.
    if (!diagnostics.some((known) => isSame(known, diagnostic))) report(diagnostic);
  };
  const context = contextFor({ report: reportNew, signal }, { source: source.name });
  try {
    return (await source.dailyCounts?.(context)) ?? [];
  } catch (cause) {
    context.report(sourceFailed(source.name, "say what was counted by day", cause));
    return [];
  }
}

function isSame(a: Diagnostic, b: Diagnostic): boolean {
  return a.code === b.code && a.origin?.path === b.origin?.path && a.origin?.at === b.origin?.at;
}

/**
 * The numbers that each tool itself counted: on a terminal the last days side by side, elsewhere
 * each day.
 */
export function dailyCountsAsText({ dailyCounts = [] }: StatsReport, style: TextStyle): string[] {
  const sources = [...new Set(dailyCounts.map(({ source }) => source))].sort(compareStrings);
  return sources.map((source) => {
    const own = dailyCounts.filter((each) => each.source === source);
    const { columns: room = Number.POSITIVE_INFINITY, colors } = style;
    const title = colors.bold(fit(`Counted by ${safeLine(toolOf(source))} itself, by day`, room));
    return `${title}\n${style.columns === undefined ? eachDay(own, style) : lastDays(own, style)}`;
  });
}

function eachDay(counted: readonly DailyCounts[], style: TextStyle): string {
  const { count } = numbersFor(style);
  const lines = counted.flatMap(({ day, counts }) =>
    Object.entries(counts).map(([what, number]) => ({ day, what, number })),
  );
  return tableOf(
    lines,
    [
      { title: "DAY", text: ({ day }) => day },
      { title: "COUNT", align: "right", text: ({ number }) => count(number) },
      { title: "WHAT", text: ({ what }) => what },
    ],
    style,
  );
}

const mostDays = 7;
const gap = 2;
const numberWidth = "01-31".length;

function lastDays(counted: readonly DailyCounts[], style: TextStyle): string {
  const { amount } = numbersFor(style);
  const names = [...new Set(counted.flatMap(({ counts }) => Object.keys(counts)))];
  const sumOf = (what: string) => counted.reduce((sum, { counts }) => sum + (counts[what] ?? 0), 0);
  // The sum and the text stand beside the days.
  const rest = (style.columns ?? 0) - widest(names.map(safeLine)) - gap - numberWidth;
  const fitting = Math.floor(rest / (numberWidth + gap));
  const days = counted.slice(0, Math.min(Math.max(fitting, 1), mostDays)).reverse();
  return tableOf(
    names,
    [
      ...days.map(({ day, counts }) => ({
        title: day.slice("2026-".length),
        align: "right" as const,
        text: (what: string) => amount(counts[what]),
      })),
      { title: "TOTAL", align: "right", text: (what) => amount(sumOf(what)) },
      { title: "", text: (what) => what },
    ],
    style,
  );
}

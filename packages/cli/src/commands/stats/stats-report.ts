import { compareStrings, type DailyCounts, present } from "@chatexport/core";
import type { TimeSpan } from "./count-sessions.js";
import {
  type Cost,
  type Counter,
  type Counts,
  type Group,
  messagesOf,
  type Statistics,
} from "./counts.js";

/** What a model did; which prompts were for it is unknown. */
type ModelCounts = Omit<Counts, "prompts" | "subagents">;

/** Statistics as they are printed: what `schemas/stats.schema.json` describes. */
export interface StatsReport {
  /** What was asked for, as RFC 3339. */
  since?: string;
  until?: string;
  /** When the first and the last message were written. */
  firstAt?: string;
  lastAt?: string;
  total: Counts;
  /** Messages of which the day is unknown. */
  undated: number;
  /** Messages that repeat those of another session, and are not counted. */
  copied: number;
  /** The newest first. */
  days: (Counts & { day: string })[];
  /** Those with the most messages first and what has no name last, as in the following lists. */
  projects: (Counts & { project?: string })[];
  models: (ModelCounts & { model?: string })[];
  tools: { kind: string; calls: number; failed: number }[];
  sources: (Counts & { source: string })[];
  /** What the tools themselves counted, the newest day first; absent when nothing was. */
  dailyCounts?: (DailyCounts & { source: string })[];
}

/** Puts what was counted in order. */
export function reportOf(
  { total, days, projects, models, sources, tools, undated, copied, time }: Statistics,
  { since, until }: TimeSpan,
  dailyCounts: StatsReport["dailyCounts"],
): StatsReport {
  return present({
    since: timeOf(since),
    until: timeOf(until),
    firstAt: timeOf(time?.first),
    lastAt: timeOf(time?.last),
    total: countsOf(total),
    undated,
    copied,
    days: rowsOf(days)
      .map(({ name, counts }) => ({ day: name, ...counts }))
      .sort((a, b) => compareStrings(b.day, a.day)),
    projects: rowsOf(projects).map(({ name, counts }) => ({
      ...named("project", name),
      ...counts,
    })),
    models: rowsOf(models).map(({ name, counts }) => {
      const { prompts: _, subagents: __, ...own } = counts;
      return { ...named("model", name), ...own };
    }),
    tools: [...tools]
      .map(([kind, counts]) => ({ kind, ...counts }))
      .sort((a, b) => b.calls - a.calls || compareStrings(a.kind, b.kind)),
    sources: rowsOf(sources).map(({ name, counts }) => ({ source: name, ...counts })),
    dailyCounts,
  });
}

/** A span before now may begin before there were computers, where RFC 3339 has no words for it. */
function timeOf(moment: number | undefined): string | undefined {
  return moment === undefined || moment < 0 ? undefined : new Date(moment).toISOString();
}

/** The counters that counted something: those with the most messages first, what has no name last. */
function rowsOf({ byName }: Group): { name: string; counts: Counts }[] {
  return [...byName]
    .map(([name, counter]) => ({ name, counts: countsOf(counter) }))
    .filter(({ counts }) => counts.sessions > 0)
    .sort(
      (a, b) =>
        Number(a.name === "") - Number(b.name === "") ||
        messagesOf(b.counts) - messagesOf(a.counts) ||
        compareStrings(a.name, b.name),
    );
}

function countsOf({ counts }: Counter): Counts {
  const { cost } = counts;
  return cost ? { ...counts, cost: cost.map(rounded) } : counts;
}

/** Sums of decimal fractions are not decimal fractions. */
function rounded({ amount, currency }: Cost): Cost {
  return { amount: Number(amount.toFixed(6)), currency };
}

function named<Key extends string>(key: Key, name: string): Partial<Record<Key, string>> {
  return name === "" ? {} : ({ [key]: name } as Record<Key, string>);
}

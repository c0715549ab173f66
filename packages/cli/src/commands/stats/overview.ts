import { safeLine } from "@chatexport/core";
import { dayIn } from "@chatexport/core/read";
import { toolOf } from "@chatexport/document";
import { padEnd, padStart, plural, widest } from "@chatexport/sink-terminal/format";
import type { StatsOptions } from "./drawing.js";
import { numbersFor, type StatsReport } from "./stats-report.js";

/** A number with its name. */
export interface Fact {
  label: string;
  /** Empty where there is nothing to say. */
  value: string;
  note?: string;
}

/** The sessions that were counted, in words: "all projects, all tools". */
export function scopeOf(options: Partial<StatsOptions>): string {
  const { project, session, from, model, grep, limit, archived } = options;
  const parts = [
    project === undefined ? "all projects" : `project ${project}`,
    from === undefined ? "all tools" : [...new Set(from.map(toolOf))].join(", "),
    ...(model === undefined ? [] : [`model ${model}`]),
    ...(grep === undefined ? [] : [`with ${grep}`]),
    ...(session === undefined ? [] : [plural(session.length, "chosen session")]),
    ...(archived ? ["archived"] : []),
    ...(limit === undefined ? [] : [`the newest ${limit}`]),
  ];
  return safeLine(parts.join(", "));
}

/** The span of time and the scope in a line. */
export function headline({ firstAt, lastAt, timezone }: StatsReport, scope: string): string {
  if (firstAt === undefined || lastAt === undefined) return `No message has a time, ${scope}`;
  const [first, last] = [firstAt, lastAt].map((time) => dayIn(timezone, Date.parse(time)));
  const span = first === last ? first : `${first} to ${last}`;
  return `${span} (${timezone}), ${scope}`;
}

/** The headline, and how much there is of everything, a line for each. */
export function overviewOf(report: StatsReport, scope: string): string {
  const facts = factsOf(report).filter(({ value }) => value !== "");
  const labels = widest(facts.map(({ label }) => label));
  const values = widest(facts.map(({ value }) => value));
  const lines = facts.map(({ label, value, note = "" }) =>
    `${padEnd(label, labels)}  ${padStart(value, values)}  ${note}`.trimEnd(),
  );
  return [headline(report, scope), ...lines].map((line) => `${line}\n`).join("");
}

function factsOf(report: StatsReport): Fact[] {
  const { total, days, undated, copied } = report;
  const { count, amount } = numbersFor({});
  const many = (number: number) => (number === 0 ? "" : count(number));
  const { tokens = {}, sessions, sessionsWithTokens } = total;
  const known =
    sessionsWithTokens === sessions
      ? ""
      : `known for ${sessionsWithTokens} of ${plural(sessions, "session")}`;
  return [
    { label: "Active days", value: many(days.length) },
    { label: "Sessions", value: count(sessions) },
    { label: "Sub-agents", value: many(total.subagents) },
    { label: "Prompts", value: count(total.prompts) },
    { label: "Answers", value: count(total.answers) },
    { label: "Tool calls", value: count(total.toolCalls) },
    { label: "  failed", value: many(total.failedToolCalls) },
    { label: "Tokens in", value: amount(tokens.input), note: known },
    { label: "  from the cache", value: amount(tokens.cacheRead) },
    { label: "  to the cache", value: amount(tokens.cacheWrite) },
    { label: "Tokens out", value: amount(tokens.output) },
    { label: "  reasoning", value: amount(tokens.reasoning) },
    { label: "Tokens", value: sessionsWithTokens === 0 ? "unknown" : "" },
    ...costFacts(report),
    { label: "  unpriced models", value: many(report.priced?.unpriced?.length ?? 0) },
    { label: "Undated messages", value: many(undated), note: "not counted by day" },
    { label: "Copied messages", value: many(copied), note: "counted in the original session" },
  ];
}

/** The costs that tools reported, each with how many sessions have it, and the estimate. */
export function costFacts({ total: { cost = [], sessions }, priced }: StatsReport): Fact[] {
  const reported = cost.map(({ amount, currency, sessions: reporting }) => ({
    label: "Reported cost",
    value: `${amount.toFixed(2)} ${safeLine(currency)}`,
    note: reporting === sessions ? "" : `by ${reporting} of ${plural(sessions, "session")}`,
  }));
  if (priced === undefined) return reported;
  const { amount, currency, date } = priced;
  const sum = amount > 0 && amount < 0.01 ? "< 0.01" : amount.toFixed(2);
  const note = date === undefined ? "" : `prices of ${date}`;
  const value = `${sum} ${safeLine(currency)}`;
  return [...reported, { label: "Estimated cost", value, note }];
}

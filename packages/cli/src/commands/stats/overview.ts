import { safeLine } from "@chatexport/core";
import { dayIn } from "@chatexport/core/read";
import type { PricedCost } from "@chatexport/document/statistics";
import { fit, plural, widest } from "@chatexport/sink-terminal/format";
import width from "fast-string-width";
import type { TextStyle } from "../../terminal/text-style.js";
import { numbersFor, type StatsReport } from "./stats-report.js";

interface Fact {
  label: string;
  /** Empty where there is nothing to say. */
  value: string;
  /** A part of the line above. */
  isPart?: true;
  note?: string;
}

/** The span of time, and how much there is of everything, in a few lines. */
export function overviewOf(report: StatsReport, style: TextStyle): string {
  const { columns: room = Number.POSITIVE_INFINITY, colors } = style;
  const facts = factsOf(report, style).filter(({ value }) => value !== "");
  const labels = facts.map(({ label, isPart }) => (isPart ? `  ${label}` : label));
  const labelWidth = widest(labels);
  const valueWidth = widest(facts.map(({ value }) => value));
  const lines = facts.map(({ value, note = "" }, index) => {
    const label = (labels[index] ?? "").padEnd(labelWidth);
    const line = fit(`${label}  ${value.padStart(valueWidth)}`, room);
    if (note === "") return `${line}\n`;
    const isFitting = width(line) + 2 + width(note) <= room;
    return `${line}${isFitting ? "" : "\n"}  ${colors.dim(fit(note, room - 2))}\n`;
  });
  return [`${colors.bold(fit(spanOf(report), room))}\n`, ...lines].join("");
}

function spanOf({ firstAt, lastAt, timezone }: StatsReport): string {
  if (firstAt === undefined || lastAt === undefined) return "No message has a time";
  const [first, last] = [firstAt, lastAt].map((time) => dayIn(timezone, Date.parse(time)));
  return first === last ? `${first} (${timezone})` : `${first} to ${last} (${timezone})`;
}

function factsOf({ total, days, undated, copied, priced }: StatsReport, style: TextStyle): Fact[] {
  const { count, amount } = numbersFor(style);
  const many = (number: number) => (number === 0 ? "" : count(number));
  const { tokens = {}, cost = [] } = total;
  const isPart = true;
  const { sessions, sessionsWithTokens } = total;
  const known =
    sessionsWithTokens === sessions
      ? ""
      : `known for ${sessionsWithTokens} of ${plural(sessions, "session")}`;
  return [
    { label: "Active days", value: many(days.length) },
    { label: "Sessions", value: count(total.sessions) },
    { label: "Sub-agents", value: many(total.subagents) },
    { label: "Prompts", value: count(total.prompts) },
    { label: "Answers", value: count(total.answers) },
    { label: "Tool calls", value: count(total.toolCalls) },
    { label: "failed", value: many(total.failedToolCalls), isPart },
    { label: "Tokens in", value: amount(tokens.input), note: known },
    { label: "from the cache", value: amount(tokens.cacheRead), isPart },
    { label: "to the cache", value: amount(tokens.cacheWrite), isPart },
    { label: "Tokens out", value: amount(tokens.output) },
    { label: "reasoning", value: amount(tokens.reasoning), isPart },
    { label: "Tokens", value: total.sessionsWithTokens === 0 ? "unknown" : "" },
    ...cost.map(({ amount, currency, sessions: reporting }) => ({
      label: "Reported cost",
      value: `${amount.toFixed(2)} ${safeLine(currency)}`,
      note: reporting === sessions ? "" : `by ${reporting} of ${plural(sessions, "session")}`,
    })),
    ...(priced ? [pricedFact(priced)] : []),
    { label: "Undated messages", value: many(undated), note: "not counted by day" },
    { label: "Copied messages", value: many(copied), note: "counted in the original session" },
  ];
}

function pricedFact({ amount, currency, date, unpriced = [] }: PricedCost): Fact {
  const facts = [
    ...(date === undefined ? [] : [`prices of ${date}`]),
    ...(unpriced.length > 0 ? [`${plural(unpriced.length, "model")} without a price`] : []),
  ];
  const sum = amount > 0 && amount < 0.01 ? "under 0.01" : amount.toFixed(2);
  const value = `${sum} ${safeLine(currency)}`;
  return { label: "Estimated cost", value, note: facts.join(", ") };
}

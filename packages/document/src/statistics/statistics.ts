import { compareStrings, present, type ToolKind } from "@chatexport/core";
import { Counter, type Counts, messagesOf, type Tokens, tokensOf } from "./counter.js";

/** The counts of a model; which prompts were for it is unknown. */
export type ModelCounts = Omit<Counts, "prompts" | "subagents">;

/** The counts of a day. */
export interface DayCounts extends Counts {
  /** In the time zone of the statistics: "2026-01-31". */
  day: string;
  /**
   * Tokens of each model of which any are known, the most first; those without a name come last.
   */
  models?: { model?: string; tokens: Tokens }[];
}

/** All that was counted, in order. */
export interface Statistics {
  /** The time zone of the days, as IANA names it. */
  timezone: string;
  /** The time when the first message was written, in RFC 3339; `lastAt` is that of the last one. */
  firstAt?: string;
  lastAt?: string;
  total: Counts;
  /** Messages of which the day is unknown. */
  undated: number;
  /** Messages that repeat those of another session, and are not counted. */
  copied: number;
  /** The newest day first. */
  days: DayCounts[];
  /** Those with the most messages first and what has no name last, as in the following lists. */
  projects: (Counts & { project?: string })[];
  models: (ModelCounts & { model?: string })[];
  tools: { kind: string; calls: number; failed: number }[];
  sources: (Counts & { source: string })[];
  /** Absent where nobody has estimated it. */
  priced?: PricedCost;
}

/** The price of the tokens by a list of prices. */
export interface PricedCost {
  amount: number;
  currency: string;
  /** The day of the list that comes with the program; absent for a list of the user. */
  date?: string;
  /** Models without a price, whose tokens are not in the amount; absent when all have one. */
  unpriced?: string[];
}

/** All that is counted, while it is. Anything without a name is under an empty one. */
export class Counters {
  readonly timezone: string;
  readonly total = new Counter();
  readonly days = new Map<string, Counter>();
  /** By day, then by model. */
  readonly dayModels = new Map<string, Map<string, Counter>>();
  readonly projects = new Map<string, Counter>();
  readonly models = new Map<string, Counter>();
  readonly sources = new Map<string, Counter>();
  readonly tools = new Map<ToolKind, { calls: number; failed: number }>();
  undated = 0;
  copied = 0;
  /** Of the messages that were counted, in milliseconds since 1970; absent before the first one. */
  time: { first: number; last: number } | undefined;

  constructor(timezone: string) {
    this.timezone = timezone;
  }

  /** Puts what was counted in order. */
  result(): Statistics {
    return present<Statistics>({
      timezone: this.timezone,
      firstAt: this.time && new Date(this.time.first).toISOString(),
      lastAt: this.time && new Date(this.time.last).toISOString(),
      total: countsOf(this.total),
      undated: this.undated,
      copied: this.copied,
      days: rowsOf(this.days)
        .map(({ name, counts }) => {
          const models = tokensByModel(this.dayModels.get(name) ?? new Map());
          return { day: name, ...counts, ...(models.length > 0 && { models }) };
        })
        .sort((a, b) => compareStrings(b.day, a.day)),
      projects: rowsOf(this.projects).map(({ name, counts }) => ({
        ...(name !== "" && { project: name }),
        ...counts,
      })),
      models: rowsOf(this.models).map(({ name, counts }) => {
        const { prompts: _, subagents: __, ...own } = counts;
        return { ...(name !== "" && { model: name }), ...own };
      }),
      tools: [...this.tools]
        .map(([kind, counts]) => ({ kind, ...counts }))
        .sort((a, b) => b.calls - a.calls || compareStrings(a.kind, b.kind)),
      sources: rowsOf(this.sources).map(({ name, counts }) => ({ source: name, ...counts })),
    });
  }
}

/** The counters that counted something: those with the most messages first, what has no name last. */
function rowsOf(counters: ReadonlyMap<string, Counter>): { name: string; counts: Counts }[] {
  return [...counters]
    .map(([name, counter]) => ({ name, counts: countsOf(counter) }))
    .filter(({ counts }) => counts.sessions > 0)
    .sort(
      (a, b) =>
        Number(a.name === "") - Number(b.name === "") ||
        messagesOf(b.counts) - messagesOf(a.counts) ||
        compareStrings(a.name, b.name),
    );
}

function tokensByModel(
  counters: ReadonlyMap<string, Counter>,
): { model?: string; tokens: Tokens }[] {
  return [...counters]
    .flatMap(([model, { counts }]) => (counts.tokens ? { model, tokens: counts.tokens } : []))
    .sort(
      (a, b) =>
        Number(a.model === "") - Number(b.model === "") ||
        (tokensOf(b) ?? 0) - (tokensOf(a) ?? 0) ||
        compareStrings(a.model, b.model),
    )
    .map(({ model, tokens }) => ({ ...(model !== "" && { model }), tokens }));
}

function countsOf({ counts }: Counter): Counts {
  if (!counts.cost) return counts;
  // Sums of decimal fractions are not decimal fractions.
  const cost = counts.cost.map((each) => ({ ...each, amount: Number(each.amount.toFixed(6)) }));
  return { ...counts, cost };
}

import type { Usage } from "@chatexport/core";

/** Tokens in inclusive totals; what no store knows is absent, not zero. */
export interface Tokens {
  /** With what was read from the cache and written to it. */
  input?: number;
  /** With reasoning. */
  output?: number;
  cacheRead?: number;
  cacheWrite?: number;
  reasoning?: number;
}

/** An amount of money that a store reported. */
export interface Cost {
  amount: number;
  currency: string;
}

/** What is counted of a day, a project, a model, a source, and of all together. */
export interface Counts {
  /** Sessions that took part. */
  sessions: number;
  /** Agents that did a part of their work. */
  subagents: number;
  /** Messages that people wrote. */
  prompts: number;
  /** Messages that models wrote. */
  answers: number;
  toolCalls: number;
  failedToolCalls: number;
  /** Sessions of which any tokens are known. */
  sessionsWithTokens: number;
  tokens?: Tokens;
  /** One for each currency. */
  cost?: Cost[];
}

/** What a message adds to the counts. */
export interface Contribution {
  prompts: number;
  answers: number;
  toolCalls: number;
  failedToolCalls: number;
  usage?: Usage;
}

/** Counts of nothing. */
export function noCounts(): Counts {
  return {
    sessions: 0,
    subagents: 0,
    prompts: 0,
    answers: 0,
    toolCalls: 0,
    failedToolCalls: 0,
    sessionsWithTokens: 0,
  };
}

/** The messages that people and models wrote. */
export function messagesOf({ prompts, answers }: Pick<Counts, "prompts" | "answers">): number {
  return prompts + answers;
}

/** All tokens; undefined when none are known. */
export function tokensOf({ tokens }: Pick<Counts, "tokens">): number | undefined {
  if (tokens?.input === undefined && tokens?.output === undefined) return undefined;
  return (tokens.input ?? 0) + (tokens.output ?? 0);
}

/** Whether anything is said about tokens; a cost alone says nothing. */
export function hasTokens(usage: Usage): boolean {
  return tokenFields.some(([, field]) => usage[field] !== undefined);
}

/** Adds what a message, or a whole session, used. */
export function addUsage(counts: Pick<Counts, "tokens" | "cost">, usage: Usage): void {
  for (const [name, field] of tokenFields) {
    const count = usage[field];
    if (count === undefined) continue;
    counts.tokens ??= {};
    counts.tokens[name] = (counts.tokens[name] ?? 0) + count;
  }
  if (usage.cost) addCost(counts, usage.cost);
}

function addCost(counts: Pick<Counts, "cost">, { amount, currency }: Cost): void {
  counts.cost ??= [];
  const sum = counts.cost.find((cost) => cost.currency === currency);
  if (sum) sum.amount += amount;
  else counts.cost.push({ amount, currency });
}

const tokenFields = [
  ["input", "inputTokens"],
  ["output", "outputTokens"],
  ["cacheRead", "cacheReadTokens"],
  ["cacheWrite", "cacheWriteTokens"],
  ["reasoning", "reasoningTokens"],
] as const;

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
export type Cost = NonNullable<Usage["cost"]> & {
  /** The sessions that report a cost in this currency. */
  sessions: number;
};

/** The counts that a message adds. */
export interface Contribution {
  /** Messages that people wrote. */
  prompts: number;
  /** Messages that models wrote. */
  answers: number;
  toolCalls: number;
  failedToolCalls: number;
}

/** The counts of a day, a project, a model, a source, and of all together. */
export interface Counts extends Contribution {
  /** Sessions that took part. */
  sessions: number;
  /** Agents that did a part of their work. */
  subagents: number;
  /** Sessions of which any tokens are known. */
  sessionsWithTokens: number;
  tokens?: Tokens;
  /** One for each currency. */
  cost?: Cost[];
}

/** A contributor to the counts; numbers, for counters live longer than sessions may stay in memory. */
export interface Contributor {
  /** The session of the list, by its number. */
  session: number;
  /** The sub-agent that did a part of its work, by its number. */
  subagent?: number;
}

/** Counts that grow: the messages of a session must come together, those of a sub-agent likewise. */
export class Counter {
  readonly counts: Counts = {
    sessions: 0,
    subagents: 0,
    prompts: 0,
    answers: 0,
    toolCalls: 0,
    failedToolCalls: 0,
    sessionsWithTokens: 0,
  };
  // The last ones are enough to count each once.
  #last: Contributor | undefined;
  #lastWithTokens: number | undefined;
  readonly #lastWithCost = new Map<string, number>();

  /** Counts the session, once, and the sub-agent that takes part, once. */
  attend(contributor: Contributor): void {
    const { session, subagent } = contributor;
    if (session !== this.#last?.session) this.counts.sessions++;
    if (subagent !== undefined && subagent !== this.#last?.subagent) this.counts.subagents++;
    this.#last = contributor;
  }

  /** Counts what a message adds. */
  add({ prompts, answers, toolCalls, failedToolCalls }: Contribution): void {
    this.counts.prompts += prompts;
    this.counts.answers += answers;
    this.counts.toolCalls += toolCalls;
    this.counts.failedToolCalls += failedToolCalls;
  }

  /** Counts what a message of a session, or all of it, used; a cost alone says nothing of tokens. */
  addUsage(usage: Usage, { session }: Contributor): void {
    for (const [name, field] of tokenFields) {
      const count = usage[field];
      if (count === undefined) continue;
      this.counts.tokens ??= {};
      this.counts.tokens[name] = (this.counts.tokens[name] ?? 0) + count;
      if (session !== this.#lastWithTokens) this.counts.sessionsWithTokens++;
      this.#lastWithTokens = session;
    }
    if (usage.cost) this.#addCost(usage.cost, session);
  }

  #addCost({ amount, currency }: NonNullable<Usage["cost"]>, session: number): void {
    this.counts.cost ??= [];
    let sum = this.counts.cost.find((cost) => cost.currency === currency);
    if (!sum) {
      sum = { amount: 0, currency, sessions: 0 };
      this.counts.cost.push(sum);
    }
    sum.amount += amount;
    if (session !== this.#lastWithCost.get(currency)) sum.sessions++;
    this.#lastWithCost.set(currency, session);
  }
}

const tokenFields = [
  ["input", "inputTokens"],
  ["output", "outputTokens"],
  ["cacheRead", "cacheReadTokens"],
  ["cacheWrite", "cacheWriteTokens"],
  ["reasoning", "reasoningTokens"],
] as const;

/** The counter with a name, which is made when it is first asked for. */
export function counterOf(name: string, counters: Map<string, Counter>): Counter {
  const counter = counters.get(name) ?? new Counter();
  counters.set(name, counter);
  return counter;
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

import type { ToolKind, Usage } from "@chatexport/core";

/** How often a kind of tool was called. */
interface ToolCounts {
  calls: number;
  failed: number;
}

/** Counters by name, each made when it is asked for. */
export interface Group {
  readonly byName: ReadonlyMap<string, Counter>;
  of(name: string): Counter;
}

/** All that is counted. What has no name stands under an empty one. */
export interface Statistics {
  total: Counter;
  /** By day in UTC: "2026-01-31". */
  days: Group;
  projects: Group;
  models: Group;
  sources: Group;
  tools: Map<ToolKind, ToolCounts>;
  /** Messages without a time, which are counted on no day. */
  undated: number;
  /** Messages that were left out because they repeat those of another session. */
  copied: number;
  /** Sessions and sub-agents that were looked at, which gives each a number. */
  seen: number;
  /** Of the messages that were counted, in milliseconds since 1970; absent before the first one. */
  time?: { first: number; last: number };
}

/** Statistics of nothing. */
export function createStatistics(): Statistics {
  return {
    total: createCounter(),
    days: createGroup(),
    projects: createGroup(),
    models: createGroup(),
    sources: createGroup(),
    tools: new Map(),
    undated: 0,
    copied: 0,
    seen: 0,
  };
}

function createGroup(): Group {
  const byName = new Map<string, Counter>();
  return {
    byName,
    of(name) {
      const counter = byName.get(name) ?? createCounter();
      byName.set(name, counter);
      return counter;
    },
  };
}

/** Who adds to the counts; numbers, for counters live longer than sessions may stay in memory. */
export interface Contributor {
  /** The session of the list, by its number. */
  session: number;
  /** The sub-agent that did a part of its work, by its number. */
  subagent?: number;
}

/** Counts that grow session by session. */
export interface Counter {
  readonly counts: Counts;
  /** Counts the session, once, and the sub-agent that takes part, once. */
  attend(contributor: Contributor): void;
  /** Counts what a message adds. */
  add(contribution: Contribution, contributor: Contributor): void;
  /** Counts the total of a session that says nothing about its messages. */
  addTotal(usage: Usage, contributor: Contributor): void;
}

/** A counter at zero. The messages of a session must come together, those of a sub-agent likewise. */
function createCounter(): Counter {
  const counts = noCounts();
  // The last ones are enough to count each once.
  let last: Contributor | undefined;
  let lastKnown: number | undefined;

  const attend = (contributor: Contributor) => {
    const { session, subagent } = contributor;
    if (session !== last?.session) counts.sessions++;
    if (subagent !== undefined && subagent !== last?.subagent) counts.subagents++;
    last = contributor;
  };
  const use = (usage: Usage, contributor: Contributor) => {
    addUsage(counts, usage);
    if (!hasTokens(usage)) return;
    if (contributor.session !== lastKnown) counts.sessionsWithTokens++;
    lastKnown = contributor.session;
  };
  return {
    counts,
    attend,
    add(contribution, contributor) {
      attend(contributor);
      counts.prompts += contribution.prompts;
      counts.answers += contribution.answers;
      counts.toolCalls += contribution.toolCalls;
      counts.failedToolCalls += contribution.failedToolCalls;
      if (contribution.usage) use(contribution.usage, contributor);
    },
    addTotal(usage, contributor) {
      attend(contributor);
      use(usage, contributor);
    },
  };
}

/** Tokens in inclusive totals; what no store knows is absent, not zero. */
interface Tokens {
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
function noCounts(): Counts {
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
function hasTokens(usage: Usage): boolean {
  return tokenFields.some(([, field]) => usage[field] !== undefined);
}

/** Adds what a message, or a whole session, used. */
function addUsage(counts: Pick<Counts, "tokens" | "cost">, usage: Usage): void {
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

import type { Counts, DayCounts, Statistics } from "@chatexport/document/statistics";

/** Counts of so many messages, with tokens. */
export function counts(messages: number, fields: Partial<Counts> = {}): Counts {
  return {
    ...{ sessions: 1, subagents: 0, prompts: messages, answers: 0 },
    ...{ toolCalls: 0, failedToolCalls: 0, sessionsWithTokens: 1 },
    tokens: { input: messages * 1000, output: messages * 10, cacheRead: messages * 800 },
    ...fields,
  };
}

const dayLength = 24 * 60 * 60 * 1000;
const last = Date.UTC(2026, 10, 21);

/** A day, so many days before the last one. */
export function dayBefore(days: number, messages: number, models: readonly string[]): DayCounts {
  return {
    ...{ day: new Date(last - days * dayLength).toISOString().slice(0, 10), ...counts(messages) },
    models: models.map((model) => ({ model, tokens: { input: messages * 1000, output: 10 } })),
  };
}

/** Statistics of two years, in which eight models were used. */
export const twoYears: Statistics = {
  timezone: "UTC",
  ...{ firstAt: "2024-11-23T10:00:00.000Z", lastAt: "2026-11-21T10:00:00.000Z" },
  ...{ total: counts(5000), undated: 3, copied: 2 },
  days: Array.from({ length: 240 }, (_, index) =>
    dayBefore(index * 3, (index % 7) + 1, [`model-${index % 8}`, `model-${(index + 1) % 8}`]),
  ),
  projects: Array.from({ length: 14 }, (_, index) => ({
    ...{ project: `project-${index}`, ...counts(500 - index) },
  })),
  models: Array.from({ length: 8 }, (_, index) => ({ model: `model-${index}`, ...counts(90) })),
  tools: [
    { kind: "execute", calls: 400, failed: 31 },
    { kind: "edit", calls: 200, failed: 0 },
  ],
  sources: [{ source: "claude", ...counts(5000) }],
};

/** Statistics of nothing. */
export const nothing: Statistics = {
  timezone: "UTC",
  ...{
    total: counts(0, { sessions: 0, sessionsWithTokens: 0, tokens: {} }),
    undated: 0,
    copied: 0,
  },
  ...{ days: [], projects: [], models: [], tools: [], sources: [] },
};

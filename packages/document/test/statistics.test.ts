import type { Message, Session } from "@chatexport/core";
import { answer, prompt, sessionOf } from "@chatexport/testkit";
import { expect, test } from "vitest";
import { countSessions, messagesOf, type TimeSpan, tokensOf } from "../src/statistics/index.js";

const usage = { inputTokens: 10, outputTokens: 2, cost: { amount: 0.1, currency: "USD" } };

function at(message: Message, createdAt: string, fields: Partial<Message> = {}): Message {
  return { ...message, createdAt, ...fields };
}

function refOf({ id, source }: Session) {
  return { id, source, revision: "", locator: "", project: { name: "shop" } };
}

function statisticsOf(sessions: readonly Session[], span: TimeSpan = {}) {
  const counter = countSessions(sessions.map(refOf), span);
  for (const session of sessions) counter.add({ ref: refOf(session), session });
  return counter.result();
}

const first = sessionOf([
  at(prompt("a", "Why?"), "2026-01-30T10:00:00Z"),
  at(answer("b", "So"), "2026-01-31T10:00:00Z", { usage, model: "large" }),
  at(answer("c"), "2026-01-31T11:00:00Z", { usage, model: "small" }),
]);

test("sessions are counted by day, project, model and source", () => {
  const { total, days, projects, models, sources, firstAt, lastAt } = statisticsOf([first]);
  expect(total).toMatchObject({ sessions: 1, prompts: 1, answers: 2, sessionsWithTokens: 1 });
  expect(total.tokens).toEqual({ input: 20, output: 4 });
  expect(total.cost).toEqual([{ amount: 0.2, currency: "USD", sessions: 1 }]);
  expect(messagesOf(total)).toBe(3);
  expect(tokensOf(total)).toBe(24);
  expect(days.map(({ day, answers }) => [day, answers])).toEqual([
    ["2026-01-31", 2],
    ["2026-01-30", 0],
  ]);
  expect(projects.map(({ project }) => project)).toEqual(["shop"]);
  expect(models.map(({ model }) => model)).toEqual(["large", "small"]);
  expect(models[0]).not.toHaveProperty("prompts");
  expect(sources.map(({ source }) => source)).toEqual([first.source]);
  expect([firstAt, lastAt]).toEqual(["2026-01-30T10:00:00.000Z", "2026-01-31T11:00:00.000Z"]);
});

test("what was written before or after a span does not count", () => {
  const since = Date.parse("2026-01-31T10:30:00Z");
  expect(statisticsOf([first], { since }).total).toMatchObject({ prompts: 0, answers: 1 });
  expect(statisticsOf([first], { until: since }).total).toMatchObject({ prompts: 1, answers: 1 });
  expect(statisticsOf([first], { since: since + 1e9 }).total.sessions).toBe(0);
});

test("a message that repeats one of a known session is counted there", () => {
  const copiedFrom = { sessionId: first.id, messageId: "b" };
  const messages = [at(answer("b", "So"), "2026-01-31T10:00:00Z", { copiedFrom })];
  const fork = { ...sessionOf(messages), id: "fork" };
  expect(statisticsOf([first, fork])).toMatchObject({ copied: 1, total: { answers: 2 } });
  // Without its original, the first copy counts in its place.
  expect(statisticsOf([fork, { ...fork, id: "other" }])).toMatchObject({
    copied: 1,
    total: { answers: 1, sessions: 2 },
  });
});

test("a total that a store reports counts where the messages say nothing", () => {
  const reported = sessionOf([answer("a")], { usage: { inputTokens: 7 }, model: "large" });
  const { total, models, undated } = statisticsOf([reported]);
  expect(total.tokens).toEqual({ input: 7 });
  expect(models[0]).toMatchObject({ model: "large", tokens: { input: 7 } });
  expect(undated).toBe(1);
  expect(statisticsOf([{ ...first, usage: { inputTokens: 7 } }]).total.tokens?.input).toBe(20);
});

test("agents that worked are counted, and their prompts are not a person's", () => {
  const worker = { ...sessionOf([prompt("d", "Look"), answer("e")]), id: "worker" };
  const { total } = statisticsOf([{ ...first, subagents: [worker] }]);
  expect(total).toMatchObject({ sessions: 1, subagents: 1, prompts: 1, answers: 3 });
});

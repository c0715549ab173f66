import { answer, sessionOf } from "@chatexport/testkit";
import { expect, test } from "vitest";
import { usageOf } from "../src/index.js";

const usage = { inputTokens: 10, outputTokens: 2, cacheReadTokens: 4 };

test("the tokens of a session are those that its store reports", () => {
  expect(usageOf(sessionOf([{ ...answer("a"), usage }], { usage: { inputTokens: 7 } }))).toEqual({
    inputTokens: 7,
  });
});

test("or else those of all its own answers, and none when they are not known", () => {
  const copiedFrom = { sessionId: "other", messageId: "1" };
  const branches = [
    {
      id: "1",
      reason: "retry" as const,
      messages: [{ ...answer("b"), usage: { inputTokens: 5 } }],
    },
  ];
  const messages = [
    { ...answer("a"), usage },
    { ...answer("c"), usage, copiedFrom },
  ];
  expect(usageOf(sessionOf(messages, { branches }))).toEqual({ inputTokens: 15, outputTokens: 2 });
  expect(usageOf(sessionOf([answer("a")]))).toEqual({});
});

import { expect, test } from "vitest";
import { sumOfUsage } from "../src/source/index.js";

test("the sum of two counts keeps what only one of them knows, and leaves out what neither does", () => {
  const one = { inputTokens: 7, cacheReadTokens: 5, cost: { amount: 0.5, currency: "USD" } };
  const other = { inputTokens: 3, outputTokens: 0, cost: { amount: 0.25, currency: "USD" } };
  expect(sumOfUsage(one, other)).toEqual({
    inputTokens: 10,
    outputTokens: 0,
    cacheReadTokens: 5,
    cost: { amount: 0.75, currency: "USD" },
  });
  expect(sumOfUsage(one, {})).toEqual(one);
  expect(sumOfUsage({}, {})).toEqual({});
});

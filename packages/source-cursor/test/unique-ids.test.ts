import { expect, test } from "vitest";
import { uniqueIds } from "../src/parse/agent/message-facts.js";

test("ids that come again get a number that nobody has", () => {
  const uniqueId = uniqueIds();
  expect(["a", "a~2", "a", "b", "a", "a~2"].map(uniqueId)).toEqual([
    "a",
    "a~2",
    "a~3",
    "b",
    "a~4",
    "a~2~2",
  ]);
});

test("many that are the same are counted once each", () => {
  const uniqueId = uniqueIds();
  const ids = new Set(Array.from({ length: 100_000 }, () => uniqueId("a")));
  expect(ids.size).toBe(100_000);
});

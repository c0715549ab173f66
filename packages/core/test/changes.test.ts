import { expect, test } from "vitest";
import { Changes } from "../src/turns/changes.js";

test("What changed is told in words and as counts by kind", () => {
  const changes = new Changes();
  expect(changes.told()).toBeUndefined();
  changes.add("calls", "text", 2);
  changes.add("reasoning", "text");
  changes.add("reasoning", "leftOut");
  changes.add("reasoning", "leftOut");
  changes.add("branches", "leftOut", 0);
  expect(changes.told()).toBe(
    "1 piece of reasoning became text, 2 pieces of reasoning were left out, 2 tool calls became text",
  );
  expect(changes.counts()).toEqual({
    calls: { text: 2, leftOut: 0 },
    reasoning: { text: 1, leftOut: 2 },
  });
});

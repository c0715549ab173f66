import { expect, test } from "vitest";
import { withoutEscapeSequences } from "../src/index.js";

test.each([
  ["\u001b[1;31mred\u001b[0m", "red"],
  ["\u009b31mred", "red"],
  ["\u001b(Bplain", "plain"],
  ["\u001b]0;title\u0007after", "after"],
  ["\u001b]8;;https://example.com\u001b\\link\u001b]8;;\u001b\\", "link"],
  ["\u001b]0;never ended, and visible", "\u001b]0;never ended, and visible"],
  ["[31m is only text", "[31m is only text"],
])("%j becomes %j", (text, plain) => {
  expect(withoutEscapeSequences(text)).toBe(plain);
});

test.each(["\u001b]0;", "\u001b[", "\u001b[0", "\u001b[;", "\u001b("])(
  "a megabyte of %j takes no more than its length in time",
  (unit) => {
    const text = unit.repeat(1_000_000 / unit.length);
    expect(withoutEscapeSequences(text).length).toBeLessThanOrEqual(text.length);
  },
);

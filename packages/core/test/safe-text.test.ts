import { expect, test } from "vitest";
import { safeLine, safeText, withoutEscapeSequences } from "../src/index.js";

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

test("a line neither controls a terminal nor reorders what stands around it", () => {
  expect(safeLine(" a\u001b[31m red\u001b[0m\r\n\tline \u0007")).toBe("a red line");
  expect(safeLine("right\u202eto left\u200b")).toBe("rightto left");
  expect(safeLine("half \ud800a pair")).toBe("half a pair");
  // Joiners make one sign of several, as in families and in Persian.
  expect(safeLine("👨‍👩‍👧 می‌خواهم")).toBe("👨‍👩‍👧 می‌خواهم");
});

test("a text keeps its lines and tabs, and shows where something was that it must not hold", () => {
  expect(safeText("a\tb\r\nc\nd")).toBe("a\tb\r\nc\nd");
  expect(safeText("bell\u0007, \u202eback\rward 👨‍👩‍👧")).toBe(
    "bell\ufffd, \ufffdback\ufffdward 👨‍👩‍👧",
  );
});

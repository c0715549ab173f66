import { expect, test } from "vitest";
import { renderedText } from "../src/vscode/values.js";

test("a rendered tree is read from its first leaf to its last", () => {
  const node = {
    children: [
      { text: "One" },
      { lineBreakBefore: true, text: "two", children: [{ text: ", three" }] },
      [{ text: "." }],
    ],
  };
  expect(renderedText({ node })).toBe("One\ntwo, three.");
});

test("a list may be of any length", () => {
  expect(renderedText(Array.from({ length: 200_000 }, () => "a").map((text) => ({ text })))).toBe(
    "a".repeat(200_000),
  );
});

import { expect, test } from "vitest";
import { isRenderedTree, renderedText } from "../src/vscode/values.js";

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

test("a tree is taken for its text when nothing else is in it", () => {
  const node = { type: 1, children: [{ type: 2, text: "One", priority: 3 }] };
  expect(isRenderedTree({ node })).toBe(true);
  expect(isRenderedTree({ node: { ...node, mood: "new" } })).toBe(false);
  expect(isRenderedTree({ node: { children: [{ text: ["One"] }] } })).toBe(false);
  expect(isRenderedTree({ node: { children: "One" } })).toBe(false);
  expect(isRenderedTree({ node: { children: ["One"] } })).toBe(false);
  expect(isRenderedTree({ node, mood: "new" })).toBe(false);
});

import { expect, test } from "vitest";
import { oneLine, promptTitle } from "../src/read/index.js";

test("a title is one line", () => {
  expect(promptTitle("  Mend\n\tthe  roof \n")).toBe("Mend the roof");
  expect(oneLine(" \n ")).toBeUndefined();
});

test("a prompt without a word has no title; a number is a word", () => {
  expect(promptTitle("?! …")).toBeUndefined();
  expect(oneLine("?! …")).toBe("?! …");
  expect(promptTitle("42")).toBe("42");
  expect(promptTitle("屋根を直して")).toBe("屋根を直して");
});

test("a title has at most 200 characters and a sign that it was cut", () => {
  expect(promptTitle("x".repeat(200))).toBe("x".repeat(200));
  expect(promptTitle("x".repeat(201))).toBe(`${"x".repeat(200)}…`);
});

test("a title is never cut inside a character", () => {
  expect(oneLine("🏠".repeat(300))).toBe(`${"🏠".repeat(200)}…`);
  expect(oneLine(`x${"🏠".repeat(300)}`)).toBe(`x${"🏠".repeat(199)}…`);
});

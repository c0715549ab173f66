import { expect, test } from "vitest";
import { oneLine, promptTitle, shownTitle } from "../src/read/index.js";

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

test("a title has no mark of the heading that its prompt begins with", () => {
  expect(promptTitle("\n ## The roof\n\n# Mend it")).toBe("The roof # Mend it");
  expect(promptTitle("# # roof")).toBe("# roof");
  expect(promptTitle("#12 is the roof")).toBe("#12 is the roof");
});

test("a title has at most 1000 characters, 200 as it is shown, and a sign that it was cut", () => {
  expect(promptTitle("屋".repeat(1001))).toBe(`${"屋".repeat(1000)}…`);
  expect(shownTitle("x".repeat(200))).toBe("x".repeat(200));
  expect(shownTitle("屋".repeat(201))).toBe(`${"屋".repeat(200)}…`);
  expect(shownTitle(`${"屋 ".repeat(90)}${" ".repeat(900)}根`)).toBe(`${"屋 ".repeat(90).trim()}…`);
});

test("a title that fits is shown as it is, even if it is none that we would make", () => {
  expect(shownTitle("two\nlines")).toBe("two\nlines");
});

test("a title is cut between words, which may be secrets", () => {
  const words = "word ".repeat(39);
  expect(shownTitle(`${words}abcde`)).toBe(`${words}abcde`);
  expect(shownTitle(`${words}abcde fg`)).toBe(`${words}abcde…`);
  expect(shownTitle(`${words}abcdef`)).toBe(`${words.trim()}…`);
  expect(shownTitle(`${" ".repeat(790)}see abcdefghij`)).toBe("see…");
});

test("of a single word that is too long a part is left that gives nothing away", () => {
  expect(shownTitle("x".repeat(201))).toBe("xxxxxxxxxxxx…");
  const address = `https://host.net/${"a".repeat(100)}/`;
  expect(shownTitle(`${address}${"b".repeat(100)}`)).toBe(`${address}…`);
});

test("a title is never cut inside a character", () => {
  expect(oneLine("🏠".repeat(300), 200)).toBe(`${"🏠".repeat(200)}…`);
  expect(oneLine(`x${"🏠".repeat(300)}`, 200)).toBe(`x${"🏠".repeat(199)}…`);
});

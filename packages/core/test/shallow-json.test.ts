import { expect, test } from "vitest";
import { parseJson, shallowJson } from "../src/read/index.js";

const depth = 100_000;

test.each([
  ["lists", "[".repeat(depth) + "]".repeat(depth)],
  ["objects", `${'{"__proto__":'.repeat(depth)}1${"}".repeat(depth)}`],
])("%s that are nested too deep are cut with a note", (_, text) => {
  const written = JSON.stringify(shallowJson(`{"kept":1,"deep":${text}}`));
  expect(written).toContain("[Cut here: nested more than 200 levels deep]");
  expect(written).toMatch(/^\{"kept":1,/);
  expect(written.length).toBeLessThan(4000);
});

test("values of usual depth stay, however many they are", () => {
  const value = Array.from({ length: 1000 }, (_, id) => ({ id, parts: [[["{"]]] }));
  expect(shallowJson(JSON.stringify(value))).toEqual(value);
});

test("a byte-order mark, as editors of Windows put it before a text, is no part of a value", () => {
  expect(parseJson('\ufeff{"kept":1}')).toEqual({ kept: 1 });
  expect(parseJson("\ufeff")).toBeUndefined();
  expect(parseJson(1)).toBeUndefined();
});

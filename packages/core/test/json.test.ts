import { expect, test } from "vitest";
import { type JsonObject, present } from "../src/index.js";
import {
  listOf,
  numberOf,
  objectOf,
  setField,
  stringOf,
  textOf,
  withoutRepeated,
  wordOf,
} from "../src/read/index.js";

/** As records may have them: a field whose name is that of what every object inherits from. */
const record: JsonObject = JSON.parse('{"__proto__":{"role":"system"},"a":1}');

test("a field of any name is a field of a copy, too", () => {
  const copies = [present({ ...record, gone: undefined }), withoutRepeated(record, [])];
  for (const copy of copies) {
    expect(JSON.stringify(copy)).toBe(JSON.stringify(record));
    expect("role" in copy).toBe(false);
  }
});

test("a field is set like any other", () => {
  const target: JsonObject = {};
  setField(target, "__proto__", 1);
  setField(target, "__proto__", 2);
  expect(Object.entries(target)).toEqual([["__proto__", 2]]);
});

test.each<[unknown, string]>([
  ["tool_use", "tool_use"],
  ["", ""],
  [2, "2"],
  [null, "null"],
  [undefined, "undefined"],
  [["user"], "object"],
  [{ toString: 1, valueOf: 1 }, "object"],
  [[{ toString: 1 }], "object"],
])("%j as a word", (value, word) => {
  expect(wordOf(value)).toBe(word);
});

test.each([
  [objectOf, { a: 1 }, [null, undefined, [], "a", 1, true]],
  [listOf, [1], [null, undefined, { length: 0 }, "a"]],
  [stringOf, "", [null, undefined, 1, ["a"]]],
  [textOf, "a", [null, undefined, "", 1, ["a"]]],
  [numberOf, 0, [null, undefined, "1", Number.NaN, Number.POSITIVE_INFINITY]],
])("%o gives what is of its type, and nothing else", (typed, right, wrong) => {
  expect(typed(right)).toBe(right);
  expect(wrong.map((value) => typed(value))).toEqual(wrong.map(() => undefined));
});

test("a long text that is shown elsewhere is not repeated", () => {
  const [short, long] = ["x".repeat(100), "x".repeat(101)];
  const fields = { short, long, other: `${long}!`, list: [long], gone: null };
  const { long: _, ...rest } = fields;
  expect(withoutRepeated(fields, [short, long])).toEqual(rest);
});

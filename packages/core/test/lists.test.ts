import { expect, test } from "vitest";
import {
  addToList,
  byName,
  countEach,
  fieldsWhere,
  nameSet,
  remembered,
  uniqueId,
} from "../src/read/index.js";

test("values are counted in the order in which they first occur", () => {
  expect([...countEach(["b", "__proto__", "a", "b"])]).toEqual([
    ["b", 2],
    ["__proto__", 1],
    ["a", 1],
  ]);
});

test("values are added to the list of their key", () => {
  const lists = new Map([["a", [1]]]);
  addToList(lists, "a", 2);
  addToList(lists, "b", 3);
  expect([...lists]).toEqual([
    ["a", [1, 2]],
    ["b", [3]],
  ]);
});

test("names are separated by blanks, in one text or several", () => {
  expect([...nameSet("one two", "three")]).toEqual(["one", "two", "three"]);
});

test("each name has the group in which it stands", () => {
  const groups = byName([
    ["even", "two four", "six"],
    ["odd", "one"],
  ]);
  expect([...groups]).toEqual([
    ["two", "even"],
    ["four", "even"],
    ["six", "even"],
    ["one", "odd"],
  ]);
});

test("a value is made once for each key, also when it is undefined", () => {
  const made: string[] = [];
  const find = remembered((key: string) => {
    made.push(key);
    return key === "a" ? 1 : undefined;
  });
  expect([find("a"), find("a"), find("b"), find("b")]).toEqual([1, 1, undefined, undefined]);
  expect(made).toEqual(["a", "b"]);
});

test("an id that there is already gets a suffix", () => {
  const ids = new Set<string>();
  expect([uniqueId("a", 1, ids), uniqueId("a", 2, ids), uniqueId("b", 3, ids)]).toEqual([
    "a",
    "a~2",
    "b",
  ]);
  expect([...ids]).toEqual(["a", "a~2", "b"]);
});

test("of an object the fields are left for which a condition holds", () => {
  const object = { a: 1, b: null };
  expect(fieldsWhere(object, (value) => value !== null)).toEqual({ a: 1 });
  expect(fieldsWhere({ b: null }, (value) => value !== null)).toBeUndefined();
});

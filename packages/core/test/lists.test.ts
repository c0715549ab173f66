import { expect, test } from "vitest";
import { addToList, groupByName, nameSet } from "../src/read/index.js";

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
  const groups = groupByName({ even: ["two four", "six"], odd: ["one"] });
  expect([...groups]).toEqual([
    ["two", "even"],
    ["four", "even"],
    ["six", "even"],
    ["one", "odd"],
  ]);
});

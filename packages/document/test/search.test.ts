import { answer, prompt, sessionOf } from "@chatexport/testkit";
import { expect, test } from "vitest";
import { countLines, excerptsOf, foundLines, isIn, lineAt, partsOf } from "../src/search/index.js";

test("a line is found once, with the matches in it", () => {
  const text = "one two\ntwo two\nthree";
  expect(foundLines(text, /two/g)).toEqual([
    { start: 0, end: 7, matches: [{ start: 4, end: 7 }], count: 1 },
    {
      start: 8,
      end: 15,
      matches: [
        { start: 8, end: 11 },
        { start: 12, end: 15 },
      ],
      count: 2,
    },
  ]);
  expect(foundLines(text, /two\s+three/g)).toEqual([
    { start: 8, end: 21, matches: [{ start: 12, end: 21 }], count: 1 },
  ]);
  expect(foundLines(text, /x*/g)).toEqual([]);
  expect([countLines(text, /two/g), countLines(text, /o|e/g)]).toEqual([2, 3]);
  expect([isIn(text, /three/g), isIn(text, /four/g), isIn(text, /x*/g)]).toEqual([
    true,
    false,
    false,
  ]);
});

test("a line has the matches of all expressions, which are one where they overlap", () => {
  expect(foundLines("the rate limit\nof limits", /limit/g, /rate\s+l/g, /of/g)).toEqual([
    { start: 0, end: 14, matches: [{ start: 4, end: 14 }], count: 1 },
    {
      start: 15,
      end: 24,
      matches: [
        { start: 15, end: 17 },
        { start: 18, end: 23 },
      ],
      count: 2,
    },
  ]);
});

test("an excerpt is the line around a match, cut where it is long", () => {
  const text = `  said it  \n${"a".repeat(2000)} it ${"b".repeat(2000)}`;
  const [short, long] = excerptsOf(text, foundLines(text, /\bit\b/g));
  expect(short).toEqual({ text: "said it", matches: [{ start: 5, end: 7 }], count: 1 });
  expect(long?.text).toMatch(/^…a{299} it b+…$/);
  expect(long?.text.slice(long.matches[0]?.start, long.matches[0]?.end)).toBe("it");
  expect(excerptsOf(text, [lineAt(text, 4)])).toEqual([{ text: "said it", matches: [], count: 0 }]);
});

test("an excerpt has the lines around it that no other one has", () => {
  const around = (text: string, context: number) =>
    excerptsOf(text, foundLines(text, /it/g), context).map(({ before, text, after, isNext }) => [
      before?.join(),
      text,
      after?.join(),
      ...(isNext ? ["next"] : []),
    ]);
  const text = "a\nit\nb\n\nc\nit\nit 2\nd\n";
  expect(around(text, 1)).toEqual([
    ["a", "it", "b"],
    ["c", "it", ""],
    ["", "it 2", "d", "next"],
  ]);
  expect(around(text, 2)).toEqual([
    ["a", "it", "b,"],
    ["c", "it", "", "next"],
    ["", "it 2", "d", "next"],
  ]);
  expect(around("it", 2)).toEqual([["", "it", ""]]);
});

test("the parts of a session tell whose words they are", () => {
  const subagent = { ...sessionOf([prompt("c", "Look")]), id: "sub" };
  const session = sessionOf([prompt("a", "Why?"), answer("b", "So")], {
    title: "Lantern",
    subagents: [subagent],
  });
  const parts = [...partsOf(session)].map(({ role, in: place, subagent }) => [
    role,
    place,
    subagent?.id,
  ]);
  expect(parts).toContainEqual([undefined, "title", undefined]);
  expect(parts).toContainEqual(["user", "text", undefined]);
  expect(parts).toContainEqual(["assistant", "text", undefined]);
  expect(parts).toContainEqual(["assistant", "text", "sub"]);
});

test("a long line is cut between words", () => {
  const words = "window ".repeat(400);
  const text = `${words}it ${words}`;
  const [excerpt] = excerptsOf(text, foundLines(text, /\bit\b/g));
  expect(excerpt?.text).toMatch(/^…(?:window )+it(?: window)+…$/);
});

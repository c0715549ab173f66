import { Buffer } from "node:buffer";
import fc from "fast-check";
import { expect, test } from "vitest";
import { jsonIn } from "../src/read/index.js";

const limits = { piece: 16, text: 60 };

test("a value that is taken apart is the same as one that is parsed at once", () => {
  const words = fc.array(fc.constantFrom('"', "\\", "[", "}", ",", ":", " ", "é", "a"));
  const text = words.map((all) => all.slice(0, 20).join(""));
  const value = fc.letrec((again) => ({
    any: fc.oneof(
      { maxDepth: 5 },
      ...[fc.constant(null), fc.boolean(), fc.integer(), text],
      fc.array(again("any"), { maxLength: 4 }),
      fc.dictionary(text, again("any"), { maxKeys: 4 }),
    ),
  })).any;
  fc.assert(
    fc.property(value, fc.constantFrom("", " ", "\n\t"), (given, space) => {
      const json = `\ufeff${space}${JSON.stringify(given, null, space)}${space}`;
      const parsed = JSON.stringify(JSON.parse(JSON.stringify(given)));
      expect(JSON.stringify(jsonIn(Buffer.from(json), limits))).toBe(parsed);
    }),
  );
});

test("names reach no prototype, and a text that is too long for one is a note", () => {
  const json = `{"kept":1,"__proto__":{"long":"${"tide ".repeat(20)}"},"last":[ ]}`;
  expect(JSON.stringify(jsonIn(Buffer.from(json), limits))).toBe(
    '{"kept":1,"__proto__":{"long":"[Left out here: 0 MB, more than a text can hold]"},"last":[]}',
  );
});

test.each([
  '{"a":[1,2,3,4,5,6,7,8,9]',
  "[1,2,3,4,5,6,7,8,9,10}",
  '{"a" 1,"b":"0123456789"}',
  '[1,,"0123456789abcdef"]',
  '[1,2,"0123456789abcdef]',
  '{"a":1,"0123456789abcdef"}',
  "[1,2,3],[4,5,6],[7,8,9]",
  "no more than a few words",
])("%s is no JSON", (text) => {
  expect(() => jsonIn(Buffer.from(text), limits)).toThrow(SyntaxError);
});

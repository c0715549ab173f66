import { expect, test } from "vitest";
import { splitElements } from "../src/read/index.js";

const known = { note: "context" } as const;

test("elements at both ends stand apart, in their order", () => {
  const text = "<note>1</note>\n<note>2</note>\nHello\n<note>3</note>\n<note>4</note>";
  expect(splitElements(text, known).map((part) => part.text.trim())).toEqual([
    "1",
    "2",
    "Hello",
    "3",
    "4",
  ]);
});

test("as many as a text can have are split in one go", () => {
  const many = 100_000;
  const notes = "<note>1</note>".repeat(many);
  expect(splitElements(`Hello${notes}`, known)).toHaveLength(many + 1);
  expect(splitElements(`${notes}Hello`, known)).toHaveLength(many + 1);
});

import { describe, expect, test } from "vitest";
import { type ElementText, splitElements } from "../src/read/index.js";

const known = { note: "context", "system-reminder": "reminder" } as const;

/** The texts, each with why the tool wrote it; those of the user have no reason. */
function split(text: string, textOf?: ElementText) {
  return splitElements(text, known, textOf).map((part) => [part.text, part.synthetic]);
}

describe("splitElements", () => {
  test("elements at both ends stand apart, in their order", () => {
    const text =
      "<note>1</note>\n<system-reminder>2</system-reminder>\nHello\n<note>3</note>\n<note>4</note>";
    expect(split(text)).toEqual([
      ["1", "context"],
      ["2", "reminder"],
      ["\nHello\n", undefined],
      ["3", "context"],
      ["4", "context"],
    ]);
  });

  test.each([
    ["in the middle, which is a quotation", "See <note>this</note>, please"],
    ["of a tag that is not known", "<b>bold</b>"],
    ["of a tag that objects inherit", "<constructor>odd</constructor>"],
    ["that is not closed", "<note>this"],
    ["that is not opened", "this</note>"],
  ])("an element %s stays in the text", (_, text) => {
    expect(split(text)).toEqual([[text, undefined]]);
  });

  test("a text that is nothing but elements leaves no text of the user", () => {
    expect(split(" <note>this</note>\n ")).toEqual([["this", "context"]]);
    expect(split("<note> \n</note>")).toEqual([]);
    expect(split(" \n")).toEqual([]);
  });

  test("line breaks that set the content off are left out", () => {
    expect(split("<note>\n\n  a\n\n</note>Hello")).toEqual([
      ["\n  a", "context"],
      ["Hello", undefined],
    ]);
  });

  test("an element with attributes stays whole, for they tell who speaks", () => {
    expect(split('<note from="ada">\na\n</note>')).toEqual([
      ['<note from="ada">\na\n</note>', "context"],
    ]);
    expect(split('Hello<note from="ada">a</note>')).toEqual([
      ["Hello", undefined],
      ['<note from="ada">a</note>', "context"],
    ]);
  });

  test("the content may read differently", () => {
    expect(split("<note>a</note>Hello", (tag, content) => `${tag}: ${content}`)).toEqual([
      ["note: a", "context"],
      ["Hello", undefined],
    ]);
  });

  test("as many as a text can have are split in one go", () => {
    const many = 100_000;
    const notes = "<note>1</note>".repeat(many);
    expect(split(`Hello${notes}`)).toHaveLength(many + 1);
    expect(split(`${notes}Hello`)).toHaveLength(many + 1);
  });
});

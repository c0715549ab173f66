import { expect, test } from "vitest";
import { uniteItems } from "../../src/editor/unite-json.js";

const key = "composer.composerData";
const list = (...ids: string[]) => ids.map((composerId) => ({ composerId }));

test.each(["", " ", "\n\t"])("rows that begin with %j are united", (blank) => {
  const first = `${blank}{"allComposers":[{"composerId":"a"}],"order":1.50}`;
  const second = `${blank}{ "allComposers": [ {"composerId":"b"} ], "more": [true] }`;
  const united = uniteItems(key, first, second);
  expect(JSON.parse(united ?? "")).toEqual({
    allComposers: list("a", "b"),
    order: 1.5,
    more: [true],
  });
  // Numbers stay as they are written.
  expect(united).toContain('"order":1.50');
});

test("a row that nothing is known of, and one that lacks nothing, stay", () => {
  expect(uniteItems("workbench.panel", "{}", '{"a":1}')).toBeUndefined();
  const row = '{"allComposers":[{"composerId":"a"}]}';
  expect(uniteItems(key, row, row)).toBe(row);
  expect(uniteItems(key, "not JSON", row)).toBe(row);
});

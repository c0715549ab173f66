import fc from "fast-check";
import type { JSONPath } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { editJson, fieldTest } from "../src/json/edit-json.js";

const edit = (json: string, wanted: string) =>
  editJson(Buffer.from(json), (path) =>
    path.join(".") === wanted ? (text) => text.replace("/old", "/new") : undefined,
  )?.toString();

describe("a JSON text with replaced strings", () => {
  it("keeps every other byte", () => {
    const json = '{ "n":1.0e+2,"cwd" : "/old\\/x" ,"text":"/old \\u00e9 é","n":-0}\r\n';
    expect(edit(json, "cwd")).toBe(json.replace('"/old\\/x"', '"/new/x"'));
  });

  it.each([
    ['{"a":{"b":["x","/old"]}}', "a.b.1", '{"a":{"b":["x","/new"]}}'],
    ['{"/old":1}', "/old", '{"/new":1}'],
    ['"/old"', "", '"/new"'],
    ['{"a":"/old","a":"/old/2"}', "a", '{"a":"/new","a":"/new/2"}'],
    ['{"a":"/old/\\ud83d\\ude00\\"\\\\"}', "a", '{"a":"/new/😀\\"\\\\"}'],
    ['{"a":"/old/\\ud800"}', "a", '{"a":"/new/\\ud800"}'],
  ])("%s at %s", (json, place, expected) => expect(edit(json, place)).toBe(expected));

  it("has nothing to say where nothing is replaced", () => {
    expect(edit('{"cwd":"/other"}', "cwd")).toBeUndefined();
    expect(edit('{"cwd":7}', "cwd")).toBeUndefined();
  });

  it("leaves bytes alone that are no UTF-8", () => {
    const json = Buffer.from('{"a":"/old\xff","b":"\xfe","cwd":"/old"}', "latin1");
    const edited = editJson(json, () => (text) => text.replace("/old", "/new"));
    expect(edited?.toString("latin1")).toBe('{"a":"/old\xff","b":"\xfe","cwd":"/new"}');
  });

  it.each(['{"a":"/old"', "not json", '{"a":1,}', '{"a":1} x', "", '/* a */ {"a":1}'])(
    "throws for %s",
    (json) => expect(() => edit(json, "a")).toThrow(SyntaxError),
  );

  it("throws for what is nested too deeply", () => {
    const json = `${"[".repeat(200_000)}"/old"${"]".repeat(200_000)}`;
    expect(() => edit(json, "a")).toThrow(SyntaxError);
  });

  it("means what JSON.parse means", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (value, suffix) => {
        const replace = (text: string) => `${text}${suffix}!`;
        const edited = editJson(Buffer.from(JSON.stringify({ value })), (_, isName) =>
          isName ? undefined : replace,
        );
        const expected = JSON.stringify({ value }, (_, each) =>
          typeof each === "string" ? replace(each) : each,
        );
        expect(JSON.parse(edited?.toString() ?? JSON.stringify({ value }))).toEqual(
          JSON.parse(expected),
        );
      }),
      { numRuns: 60 },
    );
  });
});

it("finds fields by patterns", () => {
  const tests = ["cwd", "entries.*.path", "attachment.**.file"].map(fieldTest);
  const test = (path: JSONPath) => tests.some((matches) => matches(path));
  for (const path of [
    ["cwd"],
    ["entries", 3, "path"],
    ["attachment", "file"],
    ["attachment", "a", 1, "file"],
  ])
    expect(test(path), path.join(".")).toBe(true);
  for (const path of [
    [],
    ["x", "cwd"],
    ["entries", "path"],
    ["attachment", "file", "x"],
    ["cwd", 0],
  ])
    expect(test(path), path.join(".")).toBe(false);
});

import { describe, expect, it } from "vitest";
import { parseJson } from "../../src/host/config/json-syntax.js";

describe("JSON that somebody wrote by hand", () => {
  it.each(['{"a":[{},[],{"b":null}],"c":-1.5e3,"d":"\\u00e9\\n"}', " [ ] ", "true", '\ufeff"x"'])(
    "is read: %s",
    async (text) => {
      expect(await parseJson(text)).toEqual(JSON.parse(text.replace("\ufeff", "")));
    },
  );

  it.each([
    ["", "line 1, column 1: expected a value, but the file ends"],
    ['{"a": 1,}', "line 1, column 9: expected a name in double quotes, but there is }"],
    ['{\n  "a": yes\n}', "line 2, column 8: expected a value, but there is yes"],
    ["{a: 1}", "line 1, column 2: expected a name in double quotes, but there is a"],
    ["{'a': 1}", "line 1, column 2: expected a name in double quotes, but there is 'a'"],
    ['{"a" 1}', "line 1, column 6: expected a colon, but there is 1"],
    ['{"a": 1\n "b": 2}', 'line 2, column 2: expected a comma, but there is "b"'],
    ["[1 2]", "line 1, column 4: expected a comma, but there is 2"],
    ["[1, 2", "line 1, column 6: expected a comma or ], but the file ends"],
    ["{} {}", "line 1, column 4: expected the end of the file, but there is {"],
    ['{\r\n // why\r\n"a": 1}', "line 2, column 2: expected no comment, but there is /"],
    [
      '{"a": "b\n"}',
      'line 1, column 7: expected a text in double quotes in one line, but there is "b',
    ],
    ["[01]", "line 1, column 3: expected a comma, but there is 1"],
  ])("is refused with the place: %j", async (text, sentence) => {
    await expect(parseJson(text)).rejects.toThrow(new Error(sentence));
  });
});

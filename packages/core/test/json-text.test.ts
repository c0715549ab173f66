import { expect, test } from "vitest";
import { jsonText } from "../src/index.js";

test("JSON holds no control character as it is", () => {
  const value = { "\u0085key": ["\u001b[31m", "\u007f", "\u009b2J", "ä 日 👋"] };
  const text = jsonText(value);
  expect(text).not.toMatch(/\p{Cc}/u);
  expect(text).toContain("ä 日 👋");
  expect(JSON.parse(text)).toEqual(value);
});

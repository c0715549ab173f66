import { expect, test } from "vitest";
import { jsonText, withoutHalves } from "../src/index.js";

test("JSON holds no control character as it is", () => {
  const value = { "\u0085key": ["\u001b[31m", "\u007f", "\u009b2J", "ä 日 👋"] };
  const text = jsonText(value);
  expect(text).not.toMatch(/\p{Cc}/u);
  expect(text).toContain("ä 日 👋");
  expect(JSON.parse(text)).toEqual(value);
});

test("JSON for other programs holds no half of a character", () => {
  const value = { "\udf75key": ["\ud83c", "👋\ud83c👋", "\\ud83c"], text: jsonText("\ud83c") };
  const whole = { "\ufffdkey": ["\ufffd", "👋\ufffd👋", "\\ud83c"], text: '"\\ufffd"' };
  expect(JSON.parse(jsonText(value))).toEqual(whole);
});

test("of escaped characters only the halves change, however they are written", () => {
  const json = String.raw`"\n\uD83C\uDF75 \ud83c\ud83c\udf75 \uDF75\ud83c \\ud83c \\\ud83c \u00e9"`;
  const whole = String.raw`"\n\uD83C\uDF75 \ufffd\ud83c\udf75 \ufffd\ufffd \\ud83c \\\ufffd \u00e9"`;
  expect(withoutHalves(json)).toBe(whole);
});

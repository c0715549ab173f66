import { expect, test } from "vitest";
import redactor, { maskText, type RedactOptions } from "../src/index.js";

test("a text of any origin is masked, and each call forgets what it found", async () => {
  const text = "psql postgres://anna:Kx7-winter-lake@db.host.net/shop";
  expect(await maskText(text)).toBe(
    "psql postgres://anna:[redacted: url-password]@db.host.net/shop",
  );
  expect(await maskText("Kx7-winter-lake")).toBe("Kx7-winter-lake");
  expect(await maskText("")).toBe("");
});

test("a text in place of a list is refused", async () => {
  const texts = redactor().texts as (texts: unknown) => Promise<string[]>;
  await expect(texts("a")).rejects.toThrow("texts takes a list; maskText takes one text");
});

test.each([
  [{ rules: [] }, "ERR_UNKNOWN_OPTION", "There is no option rules; did you mean rule?"],
  [{ rule: "a=b" }, "ERR_INVALID_OPTION", 'Option rule must be a list, not "a=b"'],
  [{ word: "Acme" }, "ERR_INVALID_OPTION", 'Option word must be a list, not "Acme"'],
  [{ home: 5 }, "ERR_INVALID_OPTION", "Option home must be a text, not 5"],
  [{ rule: ["a=("] }, "ERR_INVALID_OPTION", "This is not a regular expression: ("],
])("a redactor refuses %j", (given, code, message) => {
  const make = () => redactor(given as unknown as RedactOptions);
  expect(make).toThrow(expect.objectContaining({ name: "OptionError", code, message }));
});

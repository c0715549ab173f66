import { expect, test } from "vitest";
import redactor, { firstMask, maskedPositions } from "../src/index.js";

const secret = ["ghp", "_", "k3J8dLq0ZxW7vRt5YbN2mHs6PfGcA1eUoTiX"].join("");

test("a position of the original is found again in the masked text", async () => {
  const original = `before ${secret} between ${secret} after`;
  const [masked = ""] = await redactor().texts([original]);
  const positionOf = maskedPositions(original, masked);
  const there = (word: string) => masked.slice(positionOf(original.indexOf(word))).slice(0, 5);
  expect(there("before")).toBe("befor");
  expect(there(secret)).toBe("[reda");
  expect(there("between")).toBe("betwe");
  expect(there("after")).toBe("after");
  expect(firstMask(masked)).toBe("before ".length);
  expect(firstMask(original)).toBeUndefined();
});

test("there is no position where more than masks differ", () => {
  expect(maskedPositions("one two", "other text")(4)).toBeUndefined();
});

test("plain data is masked as texts are, and its fields keep their names", async () => {
  const data = { [secret]: [{ note: `a ${secret}` }], count: 1, none: null };
  expect(await redactor().data(data)).toEqual({
    [secret]: [{ note: "a [redacted: github-token]" }],
    count: 1,
    none: null,
  });
});

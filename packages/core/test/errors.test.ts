import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { errorCode, messageOf } from "../src/index.js";
import { unreadableFile, unreadableFolder } from "../src/read/index.js";
import { emptyFolder } from "./folders.js";

function thrownBy(action: () => unknown): unknown {
  try {
    action();
  } catch (error) {
    return error;
  }
  return expect.fail("nothing was thrown");
}

test("a system error has a code, and a message without the path, which stands in the origin", () => {
  const path = join(emptyFolder(), "o'neil", "gone.json");
  const error = thrownBy(() => readFileSync(path));
  expect(errorCode(error)).toBe("ENOENT");
  expect(messageOf(error)).toBe("it does not exist");
});

test("the message of any other error stays as it is", () => {
  const message = "bad token, open '/home/mira/a.json'";
  expect(messageOf(new SyntaxError(message))).toBe(message);
});

test.each([[new Error("no code")], [Object.assign(new Error("x"), { code: 5 })], [{ code: "x" }]])(
  "%o has no code of a system error",
  (error) => {
    expect(errorCode(error)).toBeUndefined();
  },
);

test.each([
  [Object.create(null), "something was thrown that cannot be named"],
  [Symbol("odd"), "Symbol(odd)"],
  [Object.assign(new Error("x"), { message: 5 }), "5"],
  [undefined, "undefined"],
])("whatever is thrown has a message: %#", (thrown, message) => {
  expect(messageOf(thrown)).toBe(message);
});

test("a file or folder that cannot be read is an error with its place and its cause", () => {
  const cause = new Error("not now");
  expect(unreadableFile("/home/mira/a.json", cause)).toEqual({
    severity: "error",
    code: "unreadable-file",
    message: "The file cannot be read: not now.",
    origin: { path: "/home/mira/a.json" },
    cause,
  });
  expect(unreadableFolder("/home/mira", cause)).toEqual({
    severity: "error",
    code: "unreadable-folder",
    message: "The folder cannot be read: not now.",
    origin: { path: "/home/mira" },
    cause,
  });
});

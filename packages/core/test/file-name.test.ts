import { expect, test } from "vitest";
import { fileNameOf } from "../src/index.js";

test.each([
  ["0199-c0de", "0199-c0de"],
  ["../../escape", "%2E.%2F..%2Fescape"],
  ["..", "%2E."],
  ["C:\\chats", "C%3A%5Cchats"],
  ["what? *", "what%3F%20%2A"],
  ["con", "con-"],
  ["half \ud800", "half%20%EF%BF%BD"],
])("the file name of %j is %s", (id, name) => {
  expect(fileNameOf({ id })).toBe(name);
});

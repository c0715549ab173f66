import { expect, test } from "vitest";
import { messagesUnder } from "../src/parse/agent/blobs.js";

test.each([
  ["a list", '["Sweep"]', ["Sweep"]],
  ["a list with a message", '[{"role":"user"},"Sweep"]', [{ role: "user" }, "Sweep"]],
  ["a text", '"Sweep"', "Sweep"],
])("%s in the place of a message is a record of its own", (_, text, value) => {
  const { records, malformed } = messagesUnder(["a1"], () => Buffer.from(text));
  expect(records).toMatchObject([{ type: "no-role", raw: { value } }]);
  expect(malformed).toEqual([]);
});

test("bytes of no known form in the place of a message are told", () => {
  expect(messagesUnder(["a1"], () => Buffer.from("Sweep the hall")).malformed).toEqual(["a1"]);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { contentOf } from "../src/parse/agent/blobs.js";
import { conversationState } from "../src/parse/agent/conversation-state.js";
import { turnMessages } from "../src/parse/agent/turns.js";
import { readFields } from "../src/values/protobuf.js";
import { proto } from "./support/agent.js";

const utf8 = (text: string) => new TextEncoder().encode(text);

test("fields come in the order of the message", () => {
  expect(readFields(proto([8, "b"], [1, "a"], [5, 300]))).toEqual({
    fields: [
      { number: 8, bytes: utf8("b") },
      { number: 1, bytes: utf8("a") },
      { number: 5, value: 300 },
    ],
    complete: true,
  });
});

test("of a message that is cut off the fields before the cut are read", () => {
  const bytes = proto([1, "whole"], [2, "cut off"]);
  expect(readFields(bytes.subarray(0, -1))).toEqual({
    fields: [{ number: 1, bytes: utf8("whole") }],
    complete: false,
  });
});

test("any bytes are read without an error, and no field reaches beyond them", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const { fields } = readFields(bytes);
      const lengths = fields.map((field) => ("bytes" in field ? field.bytes.length : 0));
      expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThanOrEqual(bytes.length);
      for (const read of [contentOf, conversationState]) read(bytes);
      // As a turn, as its prompt, as a step, and as the command of a shell.
      const turns = [
        bytes,
        proto([1, proto([1, bytes], [2, bytes])]),
        proto([2, proto([1, bytes])]),
      ];
      turnMessages(turns, () => undefined);
    }),
  );
});

import type { Message, Session } from "@chatexport/core";
import { schemaVersion } from "@chatexport/core";
import { expect, test } from "vitest";
import { countParts, fatesOf } from "../src/part-counts.js";

function message(role: Message["role"], parts: Message["parts"]): Message {
  return { id: "m", role, parts };
}

const image = { type: "file", mediaType: "image/png", data: "iVBOR", from: "upload" } as const;

const session: Session = {
  ...{ schemaVersion, id: "s", source: "test", format: "test" },
  ...{ records: { read: 0, kept: 0 }, origin: {} },
  messages: [
    message("user", [{ type: "text", text: "Look" }, image]),
    message("user", [{ type: "text", text: "<reminder>", synthetic: "context" }]),
    message("assistant", [
      { type: "reasoning", text: "Hm" },
      { type: "text", text: "I look." },
      { type: "text", text: " " },
      {
        ...{ type: "tool-call", kind: "other", id: "c", name: "look", status: "completed" },
        ...{ input: {}, result: { content: [image], isError: false } },
      },
    ]),
  ],
  branches: [
    { id: "b", reason: "edit", messages: [message("user", [{ type: "text", text: "Other" }])] },
  ],
  attachments: [image],
};

test("Each thing in a session counts once, what branches hold only if asked for", () => {
  const own = { prompts: 1, answers: 1, reasoning: 1, calls: 1, files: 3, toolTexts: 1 };
  expect(countParts(session)).toMatchObject({ ...own, branches: 1, lonelyResults: 0 });
  expect(countParts(session, true)).toMatchObject({ ...own, prompts: 2 });
});

test("The rest of what was counted stays", () => {
  const changes = { files: { text: 2, leftOut: 0 }, reasoning: { text: 0, leftOut: 1 } };
  expect(fatesOf(countParts(session), changes)).toEqual({
    prompts: { stays: 1, text: 0, leftOut: 0 },
    answers: { stays: 1, text: 0, leftOut: 0 },
    reasoning: { stays: 0, text: 0, leftOut: 1 },
    calls: { stays: 1, text: 0, leftOut: 0 },
    files: { stays: 1, text: 2, leftOut: 0 },
    toolTexts: { stays: 1, text: 0, leftOut: 0 },
    branches: { stays: 1, text: 0, leftOut: 0 },
  });
});

import type { Part } from "@chatexport/core";
import { answer, prompt, resultOf, said, sessionOf } from "@chatexport/testkit";
import { expect, test } from "vitest";
import { hiddenAdditions } from "../src/index.js";

const reminder: Part = { type: "text", text: "Be kind.", synthetic: "reminder" };
const unknown = (recordType: string): Part => ({ type: "unknown", recordType, native: {} });

test("what tools added is counted by kind, wherever it stands, unless all is shown", () => {
  const call: Part = {
    type: "tool-call",
    id: "1",
    name: "List",
    kind: "other",
    status: "completed",
    result: resultOf("a", reminder),
  };
  const command: Part = { type: "text", text: "/model", synthetic: "command" };
  const message = answer("a", unknown("weather"), reminder, command, unknown("tide"), call);
  const session = sessionOf([prompt("p", "Go.")], {
    subagents: [sessionOf([message], { id: "helper" })],
  });
  const hidden = { count: 4, words: "2 reminders, 2 unknown records (tide, weather) not shown" };
  expect(hiddenAdditions(session, { detail: "standard" })).toEqual(hidden);
  expect(hiddenAdditions(session, { detail: "full" })).toBeUndefined();
  const nothing = sessionOf([answer("a", said("So."))]);
  expect(hiddenAdditions(nothing, { detail: "standard" })).toBeUndefined();
});

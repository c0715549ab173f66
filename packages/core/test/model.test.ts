import { expect, test } from "vitest";
import {
  allMessages,
  allParts,
  droppedFeatures,
  nonEmpty,
  present,
  type Session,
  usedFeatures,
  withSubagents,
} from "../src/index.js";
import { sessionOf } from "./stubs.js";

const session: Session = sessionOf("parent", {
  messages: [
    {
      id: "m1",
      role: "assistant",
      parts: [
        { type: "reasoning" },
        {
          type: "tool-call",
          kind: "edit",
          id: "c1",
          name: "Edit",
          input: {},
          status: "completed",
          edits: [{ path: "a.ts", kind: "update" }],
          result: { isError: false, content: [{ type: "file", from: "tool", data: "AAAA" }] },
        },
      ],
    },
  ],
  branches: [{ id: "b1", reason: "rewind", messages: [{ id: "m2", role: "user", parts: [] }] }],
  subagents: [sessionOf("child", { messages: [{ id: "m3", role: "user", parts: [], usage: {} }] })],
});

test("present drops what is undefined and keeps everything else", () => {
  expect(Object.keys(present({ a: undefined, b: null, c: 0, d: "" }))).toEqual(["b", "c", "d"]);
  expect(nonEmpty([])).toBeUndefined();
  expect(nonEmpty([0])).toEqual([0]);
});

test("walking reaches branches, sub-agents and the parts inside results", () => {
  expect([...withSubagents(session)].map(({ id }) => id)).toEqual(["parent", "child"]);
  const messages = [...allMessages(session)];
  expect(messages.map(({ id }) => id)).toEqual(["m1", "m2"]);
  const types = messages.flatMap((message) => [...allParts(message)]).map(({ type }) => type);
  expect(types).toEqual(["reasoning", "tool-call", "file"]);
});

test("the features of a session are found wherever they are; a reasoning without text is none", () => {
  expect([...usedFeatures(session)].sort()).toEqual([
    "branches",
    "edits",
    "files",
    "subagents",
    "tool-input",
    "tool-output",
    "usage",
  ]);
  expect(droppedFeatures(session, { keeps: new Set(["edits", "files", "subagents"]) })).toEqual([
    "branches",
    "tool-input",
    "tool-output",
    "usage",
  ]);
});

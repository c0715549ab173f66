import type { Part, Session } from "@chatexport/core";
import { answer, sessionOf, taskFor } from "@chatexport/testkit";
import { expect, test } from "vitest";
import { outlineOf } from "./outline.js";

const many = 50_000;

function each<T>(make: (index: number) => T): T[] {
  return Array.from({ length: many }, (_, index) => make(index));
}

function sessionWith(...parts: Part[]): Session {
  return sessionOf([answer("a", ...parts)]);
}

const call = { type: "tool-call", id: "1", status: "completed" } as const;

// Were it the square of their number, each of these would take longer than a test may.
test("many arguments beside a long text take no more than their number in time", () => {
  const after = each((index) => `aaaaaaa ${index}`).join("\n");
  const input = { words: each((index) => `aaa${index}`) };
  const edits = [{ path: "a", kind: "create" as const, after }];
  const session = sessionWith({ ...call, name: "Edit", kind: "edit", input, edits });
  expect(outlineOf(session, { detail: "full" }).join("\n")).toContain(`"aaa${many - 1}"`);
});

test("many options and answers take no more than their number in time", () => {
  const options = each((index) => ({ label: `option ${index}` }));
  const answers = each((index) => `answer ${index}`);
  const questions = [{ text: "Which?", options, answers }];
  const outline = outlineOf(sessionWith({ ...call, name: "Ask", kind: "question", questions }));
  expect(outline.at(-1)).toBe(`paragraph Answer: answer ${many - 1}`);
});

test("many sub-agents take no more than their number in time", () => {
  const subagents = each((index) => sessionOf([], { id: `helper ${index}` }));
  const session = {
    ...sessionWith(...each((index) => taskFor(`helper ${index}`, { id: `${index}` }))),
    subagents,
  };
  expect(outlineOf(session).filter((line) => line.startsWith("fold"))).toHaveLength(many);
});

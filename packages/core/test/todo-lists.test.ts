import { expect, test } from "vitest";
import type { Message, Part, Todo } from "../src/index.js";
import { todoListFile } from "../src/source/index.js";

const todos: Todo[] = [
  { text: "Set up", status: "completed" },
  { text: "Build", status: "in-progress" },
  { text: "Ship", status: "pending" },
  { text: "Rest", status: "cancelled" },
];

function said(...parts: Part[]): Message[] {
  return [{ id: "1", role: "assistant", parts }];
}

function planned(list?: Todo[]): Part {
  const call = { type: "tool-call", kind: "plan", id: "p", name: "plan" } as const;
  return { ...call, status: "completed", ...(list && { todos: list }) };
}

test("a todo list that no call shows is a file with a box for each", () => {
  const text: Part = { type: "text", text: "Done." };
  const run: Part = { type: "tool-call", kind: "other", id: "o", name: "o", status: "completed" };
  expect(todoListFile(todos, said(text, run, planned(todos.slice(1))))).toEqual([
    {
      type: "file",
      name: "Todo list",
      mediaType: "text/markdown",
      text: "- [x] Set up\n- [ ] Build\n- [ ] Ship\n- [-] Rest",
      from: "tool",
    },
  ]);
});

test("one that the last call with a list shows, and an empty one, are no file", () => {
  expect(todoListFile(todos, said(planned([]), planned(todos), planned()))).toEqual([]);
  expect(todoListFile([], said(planned(todos)))).toEqual([]);
});

import type { Message, Part, Session } from "@chatexport/core";
import { answer, prompt, said, sessionOf, taskFor } from "@chatexport/testkit";
import { describe, expect, test } from "vitest";
import { documentTree, parentOf, settingsOf, titleOf } from "../src/index.js";
import { outlineOf } from "./outline.js";

function reminder(text: string): Part {
  return { ...said(text), synthetic: "reminder" };
}

function helper(id: string, rest: Partial<Session> = {}): Session {
  const parent = { sessionId: "5f0c7d1e", relation: "subagent" as const };
  return sessionOf([prompt(`${id}-1`, "Look."), answer(`${id}-2`, said("Seen."))], {
    id,
    title: `Helper ${id}`,
    parent,
    ...rest,
  });
}

describe("a conversation", () => {
  test("has a turn for each that speaks and a message for each that shows something", () => {
    const messages: Message[] = [
      { ...prompt("a", "Hello"), createdAt: "2026-01-02T03:04:05Z" },
      { ...answer("b", said("Hi.")), model: "m-1" },
      answer("c"),
      { ...answer("d", said("There.")), model: "m-1" },
      { ...answer("e", said("Me again.")), model: "m-2" },
      { ...prompt("f", "Bye"), createdAt: "2026-01-02T03:05:00Z" },
    ];
    expect(outlineOf(sessionOf(messages))).toEqual([
      "prompt: 1 You 2026-01-02 03:04 UTC",
      "message #m-a",
      "body Hello",
      "answer: Assistant m-1",
      "message #m-b",
      "body Hi.",
      "message #m-d",
      "body There.",
      "answer: Assistant m-2",
      "message #m-e",
      "body Me again.",
      "prompt: 2 You 03:05",
      "message #m-f",
      "body Bye",
    ]);
  });

  test("says where the working directory changes, and in full detail how large the context was", () => {
    const cwd = "/home/mira/shop";
    const messages: Message[] = [
      prompt("a", "Hello"),
      { ...answer("b", said("Hi.")), cwd: "/home/mira/shop/web", usage: { inputTokens: 900 } },
      { ...answer("c"), cwd: "/home/mira/blog" },
      { ...answer("d", said("There.")), cwd: "/home/mira/shop/web", usage: { inputTokens: 1200 } },
      prompt("e", "Bye"),
    ];
    const lines = [
      "prompt: 1 You",
      "message #m-a",
      "body Hello",
      "answer: Assistant",
      "message #m-b",
      "remark Now in web",
      "body Hi.",
      "message #m-d",
      "body There.",
      "remark Context: 1,200 tokens",
      "prompt: 2 You",
      "message #m-e",
      "remark Now in /home/mira/shop",
      "body Bye",
    ];
    const session = sessionOf(messages, { cwd });
    expect(outlineOf(session, { detail: "full" })).toEqual(lines);
    const isContext = (line: string) => line.startsWith("remark Context");
    expect(outlineOf(session)).toEqual(lines.filter((line) => !isContext(line)));
    expect(outlineOf(session, { detail: "conversation" })).toEqual(
      lines.filter((line) => !line.startsWith("remark")),
    );
  });

  test("takes a drive whose letter is in the other case for the same drive", () => {
    const [prompted, answered] = [prompt("a", "Hello"), answer("b", said("Hi."))];
    const [cwd, other] = ["c:\\shop", "C:\\shop"];
    const messages: Message[] = [
      { ...prompted, cwd: other },
      { ...answered, cwd: `${other}\\web` },
      { ...prompt("c", "Bye"), cwd: other },
    ];
    expect(outlineOf(sessionOf(messages, { cwd })).filter((line) => /Now in/.test(line))).toEqual([
      "remark Now in web",
      "remark Now in C:\\shop",
    ]);
  });

  test("has what the tool added before the message that it was added to", () => {
    const added = { id: "x", role: "user" as const, parts: [reminder("Be brief.")] };
    const messages = [
      prompt("a", "Hello"),
      added,
      answer("b", reminder("Be kind."), said("Hi.")),
      added,
    ];
    expect(outlineOf(sessionOf(messages), { detail: "full" })).toEqual([
      "prompt: 1 You",
      "message #m-a",
      "body Hello",
      "fold Added by the tool 2 reminders",
      "  label Reminder",
      "  code Be brief.",
      "  label Reminder",
      "  code Be kind.",
      "answer: Assistant",
      "message #m-b",
      "body Hi.",
      "fold Reminder Be brief.",
      "  code Be brief.",
    ]);
  });

  test("has its copies in a fold that names their session", () => {
    const copy = {
      ...prompt("a", "As before."),
      copiedFrom: { sessionId: "other", messageId: "1" },
    };
    const session = sessionOf([copy, prompt("b", "And now?")]);
    const [fold] = documentTree(session, settingsOf({}));
    expect(fold).toMatchObject({ type: "fold", what: "copies", session: "other" });
    expect(outlineOf(session)).toEqual([
      "fold 1 message copied from session other",
      "  prompt: 1 You",
      "  message #m-a",
      "  body As before.",
      "prompt: 2 You",
      "message #m-b",
      "body And now?",
    ]);
  });
});

describe("a section", () => {
  test("is there only with something in it", () => {
    const empty = sessionOf([], { branches: [], subagents: [], attachments: [] });
    expect(outlineOf(empty, { detail: "full", branches: "all" })).toEqual([]);
    const subagents = [helper("h", { purpose: "warm-up" })];
    expect(outlineOf(sessionOf([], { subagents }))).toEqual([
      "omission 1 sub-agent that the tool started to warm up not shown (--detail full)",
    ]);
  });

  test("holds a branch, whose turns are nested, with why it was left", () => {
    const branches: Session["branches"] = [
      { id: "1", forkedFrom: "a", reason: "rewind", messages: [prompt("b", "No.")] },
    ];
    const session = sessionOf([prompt("a", "Hello")], { branches });
    expect(outlineOf(session, { branches: "all" }).slice(3)).toEqual([
      "section branch: Branch 1",
      "  remark Left after prompt 1: the prompt was taken back before an answer came",
      "  prompt: You",
      "  message #m-b",
      "  body No.",
    ]);
  });
});

describe("nested nodes", () => {
  test("that are taken in their order show each sub-agent once, where it worked", () => {
    const subagents = [helper("one"), helper("two")];
    const session = sessionOf([answer("a", taskFor("one"), taskFor("one", { id: "again" }))], {
      subagents,
    });
    expect(outlineOf(session)).toEqual([
      "answer: Assistant",
      "message #m-a",
      "fold Task Helper one",
      "  prompt: 1 Task",
      "  message #m-one-1",
      "  body Look.",
      "  answer: Sub-agent",
      "  message #m-one-2",
      "  body Seen.",
      "fold Task Helper one",
      "  remark Done by the same sub-agent as above",
      "section subagents: Sub-agents",
      "  fold Sub-agent Helper two",
      "    prompt: 1 Task",
      "    message #m-two-1",
      "    body Look.",
      "    answer: Sub-agent",
      "    message #m-two-2",
      "    body Seen.",
    ]);
  });

  test("name a sub-agent without a title by what it was asked", () => {
    const { title, ...untitled } = helper("one");
    expect(title).toBe("Helper one");
    const session = sessionOf([answer("a", said("So."))], { subagents: [untitled] });
    expect(outlineOf(session)).toContain("  fold Sub-agent Look.");
  });

  test("show each sub-agent, also where two have the same id", () => {
    const subagents = [helper("one"), helper("one", { title: "Another" })];
    const session = sessionOf([answer("a", taskFor("one"))], { subagents });
    const outline = outlineOf(session).filter((line) => /^ *(?:fold|section)/.test(line));
    expect(outline).toEqual([
      "fold Task Helper one",
      "section subagents: Sub-agents",
      "  fold Sub-agent Another",
    ]);
  });

  test("are left away where only the conversation is asked for", () => {
    const session = sessionOf([answer("a", taskFor("one"))], { subagents: [helper("one")] });
    expect(outlineOf(session, { detail: "conversation" })).toEqual([
      "answer: Assistant",
      "message #m-a",
      "call Task Helper one",
    ]);
  });
});

describe("a result", () => {
  const call = { type: "tool-call" as const, id: "1", status: "completed" as const };

  test("has a label where it would be taken for what somebody else said", () => {
    const result = { isError: false, content: [said("Done.")] };
    const task = { ...call, name: "Task", kind: "task" as const, task: "Look." };
    const run = { ...call, name: "Bash", kind: "execute" as const, command: "ls", result };
    const session = sessionOf([
      answer("a", { ...task, result }, { ...task, subagent: "h", result }, run),
    ]);
    expect(outlineOf({ ...session, subagents: [helper("h")] }).slice(2)).toEqual([
      "fold Task Look.",
      "  label Task",
      "  body Look.",
      "  label Output",
      "  body Done.",
      "fold Task Look.",
      "  prompt: 1 Task",
      "  message #m-h-1",
      "  body Look.",
      "  answer: Sub-agent",
      "  message #m-h-2",
      "  body Seen.",
      "  label Output",
      "  body Done.",
      "fold Run Bash ls",
      "  code Done.",
    ]);
  });

  test("that is long is its beginning, with a note that has all of it", () => {
    const lines = (count: number) => "line\n".repeat(count);
    const shown = (text: string) => {
      const result = { isError: false, content: [said(text)] };
      const read = { ...call, name: "Read", kind: "read" as const, locations: [], result };
      const [turn] = documentTree(sessionOf([answer("a", read)]), settingsOf({}));
      const message = turn?.type === "turn" ? turn.children[0] : undefined;
      const fold = message?.type === "message" ? message.children[0] : undefined;
      return fold?.type === "fold" ? fold.children : [];
    };
    expect(shown(lines(12))).toEqual([{ type: "code", value: lines(12).trimEnd() }]);
    expect(shown(lines(99))).toEqual([
      { type: "code", value: lines(8).trimEnd() },
      {
        type: "omission",
        value: "91 lines left out",
        option: "--detail full",
        whole: lines(99),
      },
    ]);
  });

  test("shows texts of a line each as one, without what the tool added", () => {
    const content = [said("Read"), said("Write"), said("a\nb"), reminder("Be kind."), said("c")];
    const list = { ...call, name: "List", kind: "other" as const };
    const session = sessionOf([answer("a", { ...list, result: { isError: false, content } })]);
    expect(outlineOf(session).slice(3)).toEqual([
      "  label Output",
      "  code Read\nWrite",
      "  code a\nb",
      "  code c",
    ]);
  });
});

test("calls that say little are one fold, across messages too, unless all is asked for", () => {
  const read = (id: string) =>
    answer(id, {
      type: "tool-call",
      id,
      name: "Grep",
      kind: "search",
      status: "completed",
      query: id,
    });
  const failed = answer("d", {
    type: "tool-call",
    id: "d",
    name: "Bash",
    kind: "execute",
    status: "failed",
    command: "make",
  });
  const session = sessionOf([read("a"), read("b"), read("c"), failed, read("e"), read("f")]);
  expect(outlineOf(session)).toEqual([
    "answer: Assistant",
    "fold Search × 3",
    "  message #m-a",
    "  fold Search Grep a",
    "  message #m-b",
    "  fold Search Grep b",
    "  message #m-c",
    "  fold Search Grep c",
    "message #m-d",
    "fold Run Bash make failed",
    "message #m-e",
    "fold Search Grep e",
    "message #m-f",
    "fold Search Grep f",
  ]);
  expect(outlineOf(session, { detail: "full" })).not.toContain("fold Search × 3");
});

test("a todo list that grows shows what was added", () => {
  const todo = (text: string) => ({ text, status: "pending" as const });
  const plan = (id: string, ...texts: string[]) => ({
    type: "tool-call" as const,
    id,
    name: "Add",
    kind: "plan" as const,
    status: "completed" as const,
    todos: texts.map(todo),
  });
  const calls = [plan("1", "a"), plan("2", "a", "b"), plan("3", "b", "c"), plan("4", "b", "c")];
  const parts = calls.flatMap((call) => [call, said("Next.")]);
  expect(outlineOf(sessionOf([answer("m", ...parts)])).slice(2, -1)).toEqual([
    "fold Todos Add 0 of 1",
    "  checklist a",
    "body Next.",
    "fold Todos Add 0 of 2",
    "  checklist a, b",
    "body Next.",
    "fold Todos Add 0 of 2",
    "  checklist b, c",
    "body Next.",
    "fold Todos Add 0 of 2",
    "  checklist b, c",
  ]);
});

test("a session without a title is named by its id, and its origin by its session", () => {
  expect(titleOf(sessionOf([], { title: " " }))).toBe("Session 5f0c7d1e");
  expect(parentOf({ sessionId: "other", relation: "fork" })).toEqual([
    { type: "text", value: "Forked from session " },
    { type: "session", value: "other" },
  ]);
});

test("untrusted texts come in one line and without what a terminal would obey", () => {
  const code = { lead: "\u001b[31mBash\n", command: "rm\u0007 -r\nx" };
  const call = {
    type: "tool-call" as const,
    id: "1",
    name: code.lead,
    kind: "execute" as const,
    status: "completed" as const,
    command: code.command,
  };
  expect(outlineOf(sessionOf([answer("a", call, said("a\r\n\u0000b"))])).slice(2)).toEqual([
    "fold Run Bash rm -r…",
    "  code rm -r\nx",
    "body a\nb",
  ]);
});

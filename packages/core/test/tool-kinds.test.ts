import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../src/index.js";
import {
  edit,
  execute,
  fetch,
  patch,
  plan,
  question,
  read,
  search,
  task,
  think,
  todoStatus,
  toolKinds,
} from "../src/source/index.js";

const detailsOf = toolKinds<[written?: string]>({
  "shell run": execute({ command: "command cmd", cwd: "folder", title: "why" }),
  open: read({ path: "file path", line: "offset range" }),
  find: search({ query: "pattern words", path: "path" }),
  browse: fetch({ url: "url", query: "question" }),
  change: edit({ path: "path", content: "all", before: "old", after: "new", edits: "changes" }),
  patch: patch({ text: "diff" }),
  plan: plan({ todos: "steps", todo: "step title", text: "why" }),
  ask: question({
    questions: "questions",
    text: "question",
    header: "caption",
    options: "options",
    multiple: "several",
  }),
  delegate: task({ title: "name", task: "prompt" }),
  ponder: think({ title: "about" }),
  "note remember": think(),
});

describe("a table of tools", () => {
  test.each<[tool: string, input: JsonObject, details: object]>([
    ["run", { cmd: "tide next", folder: "/h" }, { command: "tide next", cwd: "/h" }],
    ["open", { path: "a.md", range: [7, 9] }, { locations: [{ path: "a.md", line: 7 }] }],
    ["open", { file: "a.md", offset: 0 }, { locations: [{ path: "a.md" }] }],
    ["find", { words: "ebb", path: "src" }, { query: "ebb", locations: [{ path: "src" }] }],
    ["browse", { url: "https://t.example" }, { url: "https://t.example" }],
    ["delegate", { prompt: "Look", name: "Tides" }, { title: "Tides", task: "Look" }],
    ["ponder", { about: "Tides" }, { title: "Tides" }],
  ])("tells what the arguments of %s are", (tool, input, details) => {
    expect(detailsOf(tool, input)).toMatchObject(details);
  });

  test("gives each of its names the same reader, and others none", () => {
    const input = { command: "tide" };
    expect(detailsOf("shell", input)).toEqual(detailsOf("run", input));
    expect(detailsOf("shell run", input)).toEqual({ kind: "other" });
    expect(detailsOf("constructor", input)).toEqual({ kind: "other" });
  });

  test("hands a reader of its source what else is known of the call", () => {
    const own = toolKinds<[output: JsonObject]>({
      sleep: (_, { woken }) => ({ kind: "think", title: `woken by ${woken}` }),
      think: think(),
    });
    expect(own("sleep", {}, { woken: "gulls" })).toEqual({
      kind: "think",
      title: "woken by gulls",
    });
  });
});

describe("edits", () => {
  test.each<[input: JsonObject, edits: object[] | undefined]>([
    [{ path: "a", all: "" }, [{ path: "a", kind: "create", after: "" }]],
    [{ path: "a", old: "x", new: "" }, [{ path: "a", kind: "update", before: "x", after: "" }]],
    [
      {
        path: "a",
        changes: [
          { old: "x", new: "y" },
          { path: "b", all: "z" },
        ],
      },
      [
        { path: "a", kind: "update", before: "x", after: "y" },
        { path: "b", kind: "create", after: "z" },
      ],
    ],
    [{ all: "of no file" }, undefined],
  ])("are read from %j", (input, edits) => {
    expect(detailsOf("change", input)).toEqual({ kind: "edit", ...(edits && { edits }) });
  });

  test("are read from a patch, in an argument or as the model wrote it", () => {
    const text = "*** Begin Patch\n*** Delete File: a.md\n*** End Patch\n";
    const details = { kind: "edit", edits: [{ path: "a.md", kind: "delete" }] };
    expect(detailsOf("patch", { diff: text })).toEqual(details);
    expect(detailsOf("patch", {}, text)).toEqual(details);
  });
});

test("a todo list has the items that have a text, with the words of all tools for their status", () => {
  const steps = [
    { step: "Look", status: "done" },
    { title: "Write", status: "in-progress" },
    { title: "Rest", status: "sometime" },
    { status: "completed" },
  ];
  expect(detailsOf("plan", { steps, why: "Tides" })).toEqual({
    kind: "plan",
    text: "Tides",
    todos: [
      { text: "Look", status: "completed" },
      { text: "Write", status: "in-progress" },
      { text: "Rest", status: "pending" },
    ],
  });
  expect(todoStatus("sometime")).toBeUndefined();
  // Some tools have the list as a text.
  expect(detailsOf("plan", { why: "- [x] Look\n[-] Draw\n- [ ] Write\n" })).toEqual({
    kind: "plan",
    todos: [
      { text: "Look", status: "completed" },
      { text: "Draw", status: "in-progress" },
      { text: "Write", status: "pending" },
    ],
  });
  const prose = "Soon:\n- [ ] Write";
  expect(detailsOf("plan", { why: prose })).toEqual({ kind: "plan", text: prose });
});

describe("questions", () => {
  test("have options that are texts or objects", () => {
    const options = ["Ebb", { label: "Flood", description: "rising" }, { value: 3 }];
    expect(
      detailsOf("ask", { questions: [{ question: "Which?", options, several: true }] }),
    ).toEqual({
      kind: "question",
      questions: [
        {
          text: "Which?",
          options: [{ label: "Ebb" }, { label: "Flood", description: "rising" }],
          multiple: true,
        },
      ],
    });
  });

  test("can be the call itself", () => {
    const input = { question: "Which?", choices: ["Ebb"] };
    expect(question({ text: "question", options: "choices" })(input)).toEqual({
      kind: "question",
      questions: [{ text: "Which?", options: [{ label: "Ebb" }] }],
    });
    expect(detailsOf("ask", input)).toEqual({ kind: "question" });
  });

  test("have no header that is their text", () => {
    const asked = question({ text: "question header", header: "header" });
    expect(asked({ header: "Which?" })).toEqual({
      kind: "question",
      questions: [{ text: "Which?" }],
    });
  });

  test("have the answers that their source finds by the question or its place", () => {
    const asked = question<[answers: readonly string[]]>(
      { questions: "questions", text: "text" },
      (_, { id }, index, answers) => (id === 7 ? ["by id"] : [answers[index] ?? ""]),
    );
    const questions = [{ text: "Ebb?" }, { id: 7, text: "Flood?" }];
    expect(asked({ questions }, ["yes"])).toMatchObject({
      questions: [{ answers: ["yes"] }, { answers: ["by id"] }],
    });
  });
});

test("an argument of another kind than the table says is not taken", () => {
  const texts = ["command", "cmd", "folder", "why", "file", "path", "pattern", "words", "url"];
  const more = ["question", "all", "old", "new", "diff", "caption", "name", "prompt", "about"];
  const lists = ["changes", "steps", "questions", "options", "several", "offset", "range"];
  const noText = fc.oneof(
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.string()),
    fc.dictionary(fc.string(), fc.string()),
  );
  const noList = fc.oneof(fc.string(), fc.constant(null), fc.dictionary(fc.string(), fc.string()));
  const fields = [
    ...[...texts, ...more].map((name) => [name, noText] as const),
    ...lists.map((name) => [name, noList] as const),
  ];
  const input = fc.record(Object.fromEntries(fields), { requiredKeys: [] });
  const tools = "shell open find browse change patch plan ask delegate ponder".split(" ");
  fc.assert(
    fc.property(fc.constantFrom(...tools), input, (tool, given) => {
      expect(Object.keys(detailsOf(tool, given as JsonObject))).toEqual(["kind"]);
    }),
  );
});

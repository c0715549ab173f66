import {
  type Json,
  type JsonObject,
  nonEmpty,
  present,
  type Todo,
  type ToolDetails,
} from "@chatexport/core";
import { objectOf } from "@chatexport/core/read";
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
  todosOf,
  toolKinds,
} from "@chatexport/core/source";

/** Tells what a tool of Droid does, from its arguments. */
export const detailsOf = toolKinds({
  Execute: execute({ command: "command", title: "summary" }),
  Read: read({ path: "file_path", line: "offset" }),
  LS: read({ path: "directory_path" }),
  Grep: search({ query: "pattern", path: "path" }),
  Glob: search({ query: "patterns", path: "folder" }),
  "Create Edit MultiEdit": edit({
    path: "file_path",
    content: "content",
    edits: "changes edits",
    before: "old_str",
    after: "new_str",
  }),
  ApplyPatch: patch({ text: "input patch" }),
  FetchUrl: fetch({ url: "url" }),
  WebSearch: fetch({ query: "query" }),
  TodoWrite: (input): ToolDetails =>
    present({ kind: "plan", todos: nonEmpty(todosIn(input.todos) ?? []) }),
  ExitSpecMode: plan({ text: "plan" }),
  AskUser: question({ text: "questionnaire" }),
  Task: task({ task: "prompt", title: "description" }),
});

/** The items of a todo list: a list, or a text with a number, a status and a text in each line. */
export function todosIn(value: Json | undefined): Todo[] | undefined {
  const inner = objectOf(value)?.todos ?? value;
  const lines = typeof inner === "string" ? inner.split("\n").filter(Boolean).map(itemIn) : inner;
  if (!Array.isArray(lines)) return undefined;
  const todos = todosOf(lines, "content text description");
  return todos.length === lines.length ? todos : undefined;
}

function itemIn(line: string): JsonObject {
  const [, status = "", text = ""] = /^\s{0,9}\d{1,4}\. ?\[(\w{1,20})\] (.+)$/.exec(line) ?? [];
  return { status, text };
}

/** The server of a tool that a server offers: "server___tool". */
export function serverOf(tool: string): string | undefined {
  return /^(.{1,100}?)___/.exec(tool)?.[1];
}

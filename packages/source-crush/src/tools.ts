import type { JsonObject } from "@chatexport/core";
import { numberOf } from "@chatexport/core/read";
import {
  edit,
  execute,
  fetch,
  plan,
  question,
  read,
  search,
  task,
  toolKinds,
} from "@chatexport/core/source";

/** Tells what a tool of Crush does, from its arguments. */
export const detailsOf = toolKinds({
  bash: execute({ command: "command", cwd: "working_dir", title: "description" }),
  view: (input) => read({ path: "file_path", line: "line" })(withLine(input)),
  ls: read({ path: "path" }),
  "glob grep sourcegraph": search({ query: "pattern query", path: "path" }),
  "edit write multiedit": edit({
    path: "file_path",
    edits: "edits",
    content: "content",
    before: "old_string",
    after: "new_string",
  }),
  "fetch web_fetch download": fetch({ url: "url" }),
  web_search: fetch({ query: "query" }),
  // Its sub-agent fetches the page.
  "agent agentic_fetch": task({ task: "prompt" }),
  todos: plan({ todos: "todos", todo: "content" }),
  question: question({
    questions: "questions",
    header: "label",
    text: "question",
    options: "choices options",
  }),
});

/** It counts lines from 0. */
function withLine(input: JsonObject): JsonObject {
  const offset = numberOf(input.offset);
  return offset ? { ...input, line: offset + 1 } : input;
}

import type { JsonObject, ToolDetails } from "@chatexport/core";
import { objectOf } from "@chatexport/core/read";
import {
  edit,
  execute,
  fetch,
  plan,
  question,
  read,
  search,
  task,
  think,
  toolKinds,
} from "@chatexport/core/source";

/** Tells what a tool of Kimi CLI or Kimi Code does, from its arguments. */
export const detailsOf = toolKinds({
  "Bash Shell": execute({ command: "command", cwd: "cwd", title: "description" }),
  "Read ReadFile ReadMediaFile": read({ path: "path", line: "line_offset" }),
  "Glob Grep": search({ query: "pattern", path: "path directory" }),
  "Write WriteFile": write,
  Edit: edit({ path: "path", before: "old_string", after: "new_string" }),
  StrReplaceFile: replace,
  FetchURL: fetch({ url: "url" }),
  "WebSearch SearchWeb": fetch({ query: "query" }),
  "TodoList SetTodoList": plan({ todos: "todos", todo: "title" }),
  ExitPlanMode: plan({ text: "plan" }),
  AskUserQuestion: question({
    questions: "questions",
    text: "question",
    header: "header",
    options: "options",
    multiple: "multi_select",
  }),
  "Agent Task": task({ task: "prompt", title: "description" }),
  AgentSwarm: task({ task: "prompt_template", title: "description" }),
  Think: think({ title: "thought" }),
});

function write(input: JsonObject): ToolDetails {
  return edit({ path: "path", [input.mode === "append" ? "after" : "content"]: "content" })(input);
}

function replace(input: JsonObject): ToolDetails {
  const edits = objectOf(input.edit) ? [input.edit as JsonObject] : (input.edit ?? []);
  return edit({ path: "path", edits: "edit", before: "old", after: "new" })({
    ...input,
    edit: edits,
  });
}

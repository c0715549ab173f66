import type { ToolDetails } from "@chatexport/core";
import { objectOf, textOf } from "@chatexport/core/read";
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

/** Tells what a tool of Qwen Code does, from its arguments; one that is called through another tool (0.24) as well. */
export function detailsOf(tool: string, input: unknown): ToolDetails {
  const { name, arguments: given } = objectOf(input) ?? {};
  return tool === "tool_call" ? toolDetails(textOf(name) ?? "", given) : toolDetails(tool, input);
}

const toolDetails = toolKinds({
  run_shell_command: execute({ command: "command", cwd: "directory", title: "description" }),
  "read_file list_directory": read({ path: "file_path absolute_path path", line: "offset" }),
  "grep_search search_file_content glob": search({ query: "pattern", path: "path dir_path" }),
  web_fetch: fetch({ url: "url", query: "prompt" }),
  "web_search google_web_search": fetch({ query: "query" }),
  "edit replace write_file": edit({
    path: "file_path",
    content: "content",
    before: "old_string",
    after: "new_string",
  }),
  notebook_edit: edit({ path: "notebook_path", after: "new_source" }),
  todo_write: plan({ todos: "todos", todo: "content" }),
  exit_plan_mode: plan({ text: "plan" }),
  ask_user_question: question({
    questions: "questions",
    text: "question",
    header: "header",
    options: "options",
    multiple: "multiSelect",
  }),
  "agent task": task({ task: "prompt", title: "description" }),
});

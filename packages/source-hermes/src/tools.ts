import {
  edit,
  execute,
  fetch,
  patch,
  plan,
  read,
  search,
  type ToolReader,
  task,
  toolKinds,
} from "@chatexport/core/source";

const replaced = edit({ path: "path", before: "old_string", after: "new_string" });
const patched = patch({ text: "patch" });

/** A tool that does what its mode says. */
const change: ToolReader = (input) => (input.mode === "patch" ? patched : replaced)(input);

/** Tells what a tool of Hermes Agent does, from its arguments. */
export const detailsOf = toolKinds({
  terminal: execute({ command: "command", cwd: "workdir" }),
  read_file: read({ path: "path", line: "offset" }),
  write_file: edit({ path: "path", content: "content" }),
  patch: change,
  search_files: search({ query: "pattern", path: "path" }),
  web_search: fetch({ query: "query" }),
  delegate_task: task({ task: "goal" }),
  "todo todo_list": plan({ todos: "todos", todo: "content" }),
});

import { edit, execute, fetch, plan, read, search, task, toolKinds } from "@chatexport/core/source";

/** Tells what a tool does whose name and arguments are those of many agents. */
export const detailsOf = toolKinds({
  "Bash bash shell execute_bash run_command run_shell_command exec terminal bash_command": execute({
    command: "command cmd keystrokes script",
    cwd: "cwd workdir",
  }),
  "Read read read_file view_file": read({ path: "file_path path filename", line: "offset" }),
  "Grep Glob grep glob search_files grep_search": search({ query: "pattern query", path: "path" }),
  "Edit Write edit write edit_file write_file": edit({
    path: "file_path path",
    content: "content",
    before: "old_string old_str",
    after: "new_string new_str",
  }),
  "WebFetch web_fetch": fetch({ url: "url", query: "prompt" }),
  "WebSearch web_search": fetch({ query: "query" }),
  "TodoWrite todo_write": plan({ todos: "todos", todo: "content" }),
  "Task Agent task": task({ task: "prompt", title: "description" }),
});

import type { JsonObject, ToolDetails } from "@chatexport/core";
import { textOf } from "@chatexport/core/read";
import {
  edit,
  execute,
  fetch,
  patch,
  plan,
  read,
  search,
  task,
  think,
  toolKinds,
} from "@chatexport/core/source";

const views = read({ path: "path", line: "view_range" });
const changes = edit({
  path: "path",
  content: "file_text",
  before: "old_str",
  after: "new_str",
});

/** The file editor, of which a command says what it does. */
function editor(input: JsonObject): ToolDetails {
  if (textOf(input.command) === "view") return views(input);
  // What an undo changes, only its result says.
  return textOf(input.command) === "undo_edit" ? { kind: "edit" } : changes(input);
}

/** Tells what a tool of OpenHands 1.43.1 does, from its arguments. */
export const detailsOf = toolKinds({
  "terminal execute_bash bash": execute({ command: "command" }),
  "file_editor str_replace_editor planning_file_editor": editor,
  apply_patch: (input) => patch({ text: "patch" })(input),
  "edit write_file": edit({
    path: "file_path",
    content: "content",
    before: "old_string",
    after: "new_string",
  }),
  "read_file list_directory": read({ path: "file_path dir_path", line: "offset" }),
  "glob grep": search({ query: "pattern", path: "path" }),
  task_tracker: plan({ todos: "task_list", todo: "title" }),
  "browser_navigate browser": fetch({ url: "url" }),
  "task delegate": task({ task: "prompt", title: "description" }),
  think: think(),
});

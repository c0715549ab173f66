import { present } from "@chatexport/core";
import { textOf } from "@chatexport/core/read";
import {
  edit,
  execute,
  fetch,
  plan,
  read,
  search,
  task,
  think,
  toolKinds,
} from "@chatexport/core/source";

/** Tells what a tool of Zed does, from its arguments. */
export const detailsOf = toolKinds({
  "terminal bash": execute({ command: "command", cwd: "cd" }),
  "read_file list_directory diagnostics": read({ path: "path", line: "start_line" }),
  "grep find_path": search({ query: "regex glob" }),
  "edit_file streaming_edit_file write_file create_file": edit({
    path: "path",
    edits: "edits",
    content: "content",
    before: "old_text old_string",
    after: "new_text new_string",
  }),
  delete_path: (input) => {
    const path = textOf(input.path);
    return present({
      kind: "delete",
      edits: path === undefined ? undefined : [{ path, kind: "delete" }],
    });
  },
  move_path: (input) => {
    const [path, newPath] = [textOf(input.source_path), textOf(input.destination_path)];
    return present({
      kind: "move",
      edits: path === undefined ? undefined : [present({ path, kind: "move", newPath })],
    });
  },
  fetch: fetch({ url: "url" }),
  web_search: fetch({ query: "query" }),
  thinking: think(),
  update_plan: plan({ todos: "plan", todo: "step" }),
  "spawn_agent subagent": task({ task: "message task", title: "label" }),
});

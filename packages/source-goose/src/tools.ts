import {
  edit,
  execute,
  fetch,
  plan,
  read,
  type ToolReader,
  task,
  toolKinds,
} from "@chatexport/core/source";

const change = edit({
  path: "path",
  content: "content file_text",
  before: "before old_str",
  after: "after new_str",
});

/** A tool that does what its argument says. */
const editor: ToolReader = (input) =>
  input.command === "view" ? read({ path: "path" })(input) : change(input);

const kinds = toolKinds({
  shell: execute({ command: "command" }),
  text_editor: editor,
  "edit write": change,
  "read read_image image_processor tree": read({ path: "path" }),
  "web_fetch fetch": fetch({ url: "url" }),
  "delegate subagent execute_task": task({ task: "instructions task" }),
  todo_write: plan({ text: "content" }),
});

/** Tells what a tool of Goose does, from its arguments; the name of its extension may be before its own. */
export function detailsOf(name: string, input: unknown): ReturnType<typeof kinds> {
  return kinds(name.split("__").at(-1) ?? name, input);
}

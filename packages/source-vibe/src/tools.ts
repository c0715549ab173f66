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

/** Tells what a tool of Vibe does, from its arguments. */
export const detailsOf = toolKinds({
  bash: execute({ command: "command" }),
  read: read({ path: "file_path", line: "offset" }),
  read_file: read({ path: "path", line: "offset" }),
  grep: search({ query: "pattern", path: "path" }),
  "edit write_file": edit({
    path: "file_path path",
    content: "content",
    before: "old_string",
    after: "new_string",
  }),
  todo: plan({ todos: "todos", todo: "content" }),
  web_fetch: fetch({ url: "url" }),
  web_search: fetch({ query: "query" }),
  task: task({ task: "task" }),
  ask_user_question: question({
    questions: "questions",
    text: "question",
    header: "header",
    options: "options",
    multiple: "multi_select",
  }),
});

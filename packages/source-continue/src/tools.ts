import {
  edit,
  execute,
  fetch,
  plan,
  question,
  read,
  search,
  toolKinds,
} from "@chatexport/core/source";

/** Tells what a tool of Continue does, from its arguments: of the command line, and of the extensions. */
export const detailsOf = toolKinds({
  "Bash run_terminal_command builtin_run_terminal_command": execute({ command: "command" }),
  "Read read_file builtin_read_file read_file_range builtin_read_file_range": read({
    path: "filepath",
    line: "startLine",
  }),
  "List ls builtin_ls": read({ path: "dirpath dirPath" }),
  "Search grep_search builtin_grep_search file_glob_search builtin_file_glob_search": search({
    query: "query pattern",
    path: "path",
  }),
  "Edit Write MultiEdit create_new_file builtin_create_new_file single_find_and_replace multi_edit builtin_multi_edit edit_existing_file builtin_edit_existing_file builtin_single_find_and_replace":
    edit({
      path: "file_path filepath",
      edits: "edits",
      content: "content contents",
      before: "old_string",
      after: "new_string",
    }),
  "Fetch fetch_url_content builtin_fetch_url_content": fetch({ url: "url" }),
  "search_web builtin_search_web": fetch({ query: "query" }),
  Checklist: plan({ text: "checklist" }),
  AskQuestion: question({ text: "question", options: "options" }),
});

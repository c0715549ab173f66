import { type JsonObject, present, type ToolDetails } from "@chatexport/core";
import { listOf, objectOf, parseJson, textOf } from "@chatexport/core/read";
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

/** Tells what a tool of Gemini CLI does, from its arguments and what came back. */
export const detailsOf = toolKinds<[output: string]>({
  run_shell_command: execute({
    command: "command",
    cwd: "dir_path directory",
    title: "description",
  }),
  read_file: read({ path: "file_path absolute_path path", line: "start_line" }),
  "list_directory get_internal_docs": read({ path: "dir_path path" }),
  "grep_search search_file_content glob": search({ query: "pattern", path: "dir_path path" }),
  "replace write_file": edit({
    path: "file_path",
    content: "content",
    before: "old_string",
    after: "new_string",
  }),
  web_fetch: fetchPage,
  google_web_search: fetch({ query: "query" }),
  write_todos: plan({ todos: "todos", todo: "description" }),
  invoke_agent: task({ task: "prompt" }),
  ask_user: question(
    {
      questions: "questions",
      header: "header",
      text: "question",
      options: "options",
      multiple: "multiSelect",
    },
    // By the place of the question in the list.
    (_asked, _stored, index, output) => {
      const answer = objectOf(objectOf(parseJson(output))?.answers)?.[index];
      return [listOf(answer) ?? answer].flat().flatMap((one) => textOf(one) ?? []);
    },
  ),
});

/** The prompt holds the addresses, and what to look for there. */
function fetchPage({ url, prompt }: JsonObject): ToolDetails {
  const query = textOf(prompt);
  const [named] = /https?:\/\/[^\s"'<>]*[^\s"'<>.,;:!?)]/.exec(query ?? "") ?? [];
  return present<ToolDetails>({ kind: "fetch", url: textOf(url) ?? named, query });
}

import { type JsonObject, present, type ToolDetails } from "@chatexport/core";
import { listOf, stringOf, textOf } from "@chatexport/core/read";
import {
  edit,
  execute,
  fetch,
  patch,
  plan,
  question,
  read,
  search,
  task,
  think,
  toolKinds,
} from "@chatexport/core/source";
import { todosInSql } from "./todos.js";

const path = "path filePath";
const readFile = read({ path, line: "view_range startLine offset" });
const editFile = edit({
  path,
  edits: "replacements",
  content: "file_text content",
  before: "old_str oldString",
  after: "new_str newString code",
});
const fetchPage = fetch({ url: "url", query: "query" });

/** Tells what a tool does, from its arguments: those of the command line, and those of VS Code by both of their names. */
export const detailsOf = toolKinds<[rawInput?: string]>({
  "bash powershell shell local_shell run_in_terminal copilot_runInTerminal": execute({
    command: "command",
    title: "description explanation",
  }),
  "view read_file copilot_readFile view_image copilot_viewImage": readFile,
  "list_dir copilot_listDirectory": readFile,
  [`rg grep glob grep_search file_search semantic_search github_repo search_workspace_symbols
    copilot_findTextInFiles copilot_findFiles copilot_searchCodebase copilot_searchWorkspaceSymbols`]:
    search({ query: "query pattern", path: "path paths includePattern" }),
  [`edit create str_replace insert insert_edit_into_file replace_string_in_file create_file
    multi_replace_string_in_file copilot_insertEdit copilot_replaceString copilot_createFile
    copilot_multiReplaceString`]: editFile,
  // An editor of four commands.
  str_replace_editor: (input) => (input.command === "view" ? readFile(input) : editFile(input)),
  "apply_patch copilot_applyPatch": patch({ text: "input patch" }),
  "web_fetch web_search fetch_webpage copilot_fetchWebPage vscode_fetchWebPage_internal": (input) =>
    fetchPage({ url: listOf(input.urls)?.[0] ?? null, ...input }),
  // One of them writes a text, the other a list.
  "update_todo manage_todo_list": plan({
    todos: "todoList todos",
    todo: "title content",
    text: "todos",
  }),
  sql: sqlDetails,
  ask_user: question({ text: "question", options: "choices" }),
  "ask_questions vscode_askQuestions": question({
    questions: "questions",
    text: "question header",
    header: "header",
    options: "options",
    multiple: "multiSelect",
  }),
  "task runSubagent search_subagent execution_subagent": task({
    task: "prompt query",
    title: "description",
  }),
  report_intent: think({ title: "intent" }),
  "think copilot_think": think(),
});

/** A statement on the database of the command line, in which its todo list is. */
function sqlDetails({ query, description }: JsonObject): ToolDetails {
  const todos = todosInSql(stringOf(query) ?? "");
  const title = textOf(description);
  return present(todos.length > 0 ? { kind: "plan", todos, title } : { kind: "other", title });
}

import type { DetailsReader } from "./details.js";
import { deleteFile, edit } from "./edits/edit.js";
import { execute } from "./execute.js";
import { fetch } from "./fetch.js";
import { createPlan, todos } from "./plan.js";
import { question } from "./question.js";
import { read } from "./read.js";
import { search } from "./search.js";
import { task } from "./task.js";

/** Names of the editor's tools are in snake case, those of the agent's own messages in capitals. */
const readers: Readonly<Record<string, DetailsReader>> = {
  ApplyPatch: edit,
  AskQuestion: question,
  CreatePlan: createPlan,
  Delete: deleteFile,
  Edit: edit,
  EditNotebook: edit,
  Glob: search,
  Grep: search,
  LS: search,
  MultiEdit: edit,
  Read: read,
  ReadFile: read,
  ReadLints: read,
  SemanticSearch: search,
  Shell: execute,
  StrReplace: edit,
  Subagent: task,
  Task: task,
  TodoRead: todos,
  TodoWrite: todos,
  WebFetch: fetch,
  WebSearch: fetch,
  Write: edit,
  apply_agent_diff: edit,
  apply_patch: edit,
  ask_question: question,
  codebase_search: search,
  create_plan: createPlan,
  deep_search: search,
  delete_file: deleteFile,
  edit_file: edit,
  edit_file_v2: edit,
  edit_notebook: edit,
  file_search: search,
  glob_file_search: search,
  go_to_definition: search,
  grep: search,
  grep_search: search,
  list_dir: search,
  list_dir_v2: search,
  list_directory: search,
  multi_edit: edit,
  read_file: read,
  read_file_v2: read,
  read_lints: read,
  read_semsearch_files: read,
  reapply: edit,
  rg: search,
  ripgrep: search,
  ripgrep_raw_search: search,
  ripgrep_search: search,
  run_terminal_cmd: execute,
  run_terminal_command: execute,
  run_terminal_command_v2: execute,
  search_replace: edit,
  search_symbols: search,
  semantic_search_full: search,
  task: task,
  task_v2: task,
  think: () => ({ kind: "think" }),
  todo_read: todos,
  todo_write: todos,
  web_fetch: fetch,
  web_search: fetch,
  write: edit,
};

/** The reader of a tool's calls by the tool's name; tools of which nothing is known are "other". */
export function detailsReader(name: string): DetailsReader {
  return (Object.hasOwn(readers, name) ? readers[name] : undefined) ?? (() => ({ kind: "other" }));
}

import {
  type FileLocation,
  type Json,
  type JsonObject,
  nonEmpty,
  present,
  type Todo,
} from "@chatexport/core";
import { listOf, numberOf, objectOf, stringOf, textOf } from "@chatexport/core/read";
import { firstText, firstValue, parsed } from "../../values/json-text.js";
import { pathIn, pathOf } from "../../values/uri.js";
import type { DetailsReader } from "./call-data.js";
import { deleteFile, edit } from "./edit.js";
import { question } from "./question.js";

/** A command in a terminal. */
const execute: DetailsReader = ({ input, output }) =>
  present({
    kind: "execute",
    title: firstText(input, "description"),
    command: firstText(input, "command") ?? firstText(output, "command"),
    cwd: pathIn(input, ["cwd", "workingDirectory", "working_directory"]),
  });

/** A page, or a search of the web. */
const fetch: DetailsReader = ({ input }) =>
  present({
    kind: "fetch",
    url: firstText(input, "url"),
    query: firstText(input, "searchTerm", "search_term", "query", "prompt"),
  });

/** A look into a file, from a line on. */
const read: DetailsReader = ({ input }) => {
  const path = pathIn(input, fileNames);
  if (path === undefined) return present({ kind: "read", locations: listed(input.paths) });
  // Lines counted from the end of the file are negative.
  const line = numberOf(
    firstValue(input, "startLineOneIndexed", "start_line_one_indexed", "offset"),
  );
  const isCounted = line !== undefined && line >= 1;
  return { kind: "read", locations: [present({ path, line: isCounted ? line : undefined })] };
};

const fileNames = [
  "effectiveUri",
  "targetFile",
  "target_file",
  "relativeWorkspacePath",
  "relative_workspace_path",
  "file_path",
  "filePath",
  "path",
  "uri",
];

function listed(paths: Parameters<typeof listOf>[0]): FileLocation[] | undefined {
  const given = (listOf(paths) ?? []).flatMap((item) => pathOf(item) ?? []);
  return nonEmpty(given.map((path) => ({ path })));
}

/** A search in files, for files or for a meaning, or the list of a folder. */
const search: DetailsReader = ({ input }) => {
  const folders = listOf(firstValue(input, "targetDirectories", "target_directories")) ?? [];
  const folder = pathIn(input, folderNames);
  const paths = folder === undefined ? folders.flatMap((path) => pathOf(path) ?? []) : [folder];
  return present({
    kind: "search",
    query: firstText(input, ...queryNames),
    locations: nonEmpty(paths.map((path) => ({ path }))),
  });
};

const queryNames = ["pattern", "query", "globPattern", "glob_pattern", "symbol", "glob"];

const folderNames = [
  "path",
  "targetDirectory",
  "target_directory",
  "directoryPath",
  "directory_path",
  "relativeWorkspacePath",
  "relative_workspace_path",
];

/**
 * Work for a sub-agent. Its id is in the result (`task_v2`) or in what the editor kept; builds of early
 * 2026 kept neither.
 */
const task: DetailsReader = ({ input, output, additional }) =>
  present({
    kind: "task",
    title: firstText(input, "description"),
    task: firstText(input, "prompt"),
    subagent: firstText(output, "agentId") ?? firstText(additional, "subagentComposerId"),
  });

/** The todo list; a call that merges sends only what changed, and the result has the whole list. */
const todos: DetailsReader = ({ input, output, additional }) => {
  const sent = itemsOf(input.todos);
  const whole =
    itemsOf(output.finalTodos) ??
    (input.merge === true ? merged(itemsOf(output.initialTodos), sent) : sent) ??
    itemsOf(output.todos) ??
    itemsOf(additional.todos);
  return present({ kind: "plan", todos: todosOf(whole) });
};

/** A plan in prose, with a todo list. */
const createPlan: DetailsReader = ({ input }) =>
  present({
    kind: "plan",
    title: firstText(input, "name"),
    text: firstText(input, "plan") ?? firstText(input, "overview"),
    todos: todosOf(itemsOf(input.todos)),
  });

function itemsOf(list: Json | undefined): JsonObject[] | undefined {
  const items = listOf(parsed(list))?.map((item) => objectOf(item) ?? { content: item });
  return items?.length ? items : undefined;
}

/** The list before with the changes of each item, and with the items that are new. */
function merged(before: JsonObject[] | undefined, sent: JsonObject[] | undefined) {
  if (!before || !sent) return sent ?? before;
  const changes = new Map(sent.map((item) => [item.id, item]));
  const known = new Set(before.map(({ id }) => id));
  return [
    ...before.map((item) => ({ ...item, ...changes.get(item.id) })),
    ...sent.filter(({ id }) => !known.has(id)),
  ];
}

function todosOf(items: JsonObject[] | undefined): Todo[] | undefined {
  const list = items?.flatMap((item): Todo[] => {
    const text = textOf(item.content) ?? textOf(item.title);
    return text === undefined ? [] : [{ text, status: statusOf(item.status) }];
  });
  return list?.length ? list : undefined;
}

/** Command line and server write "TODO_STATUS_IN_PROGRESS" for "in_progress". */
function statusOf(status: Json | undefined): Todo["status"] {
  const word = (stringOf(status) ?? "").toLowerCase().replace(/^todo_status_/, "");
  return statuses.get(word) ?? "pending";
}

const statuses: ReadonlyMap<string, Todo["status"]> = new Map([
  ["in_progress", "in-progress"],
  ["in-progress", "in-progress"],
  ["completed", "completed"],
  ["done", "completed"],
  ["cancelled", "cancelled"],
  ["canceled", "cancelled"],
]);

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

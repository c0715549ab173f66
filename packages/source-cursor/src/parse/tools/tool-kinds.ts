import {
  type FileLocation,
  type Json,
  type JsonObject,
  nonEmpty,
  present,
  type Todo,
} from "@chatexport/core";
import { listOf, numberOf, objectOf, stringOf } from "@chatexport/core/read";
import { firstText, firstValue, parsed } from "../../values/json-text.js";
import { wordsOf } from "../../values/lists.js";
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
  if (path === undefined) return present({ kind: "read", locations: locationsOf(input.paths) });
  // Lines counted from the end of the file are negative.
  const line = numberOf(
    firstValue(input, "startLineOneIndexed", "start_line_one_indexed", "offset"),
  );
  const isCounted = line !== undefined && line >= 1;
  return { kind: "read", locations: [present({ path, line: isCounted ? line : undefined })] };
};

const fileNames = wordsOf(`effectiveUri targetFile target_file relativeWorkspacePath
  relative_workspace_path file_path filePath path uri`);

function locationsOf(paths: Json | undefined): FileLocation[] | undefined {
  const given = (listOf(paths) ?? []).flatMap((item) => pathOf(item) ?? []);
  return nonEmpty(given.map((path) => ({ path })));
}

/** A search in files, for files or for a meaning, or the list of a folder. */
const search: DetailsReader = ({ input }) => {
  const folder = pathIn(input, folderNames);
  const folders = firstValue(input, "targetDirectories", "target_directories");
  return present({
    kind: "search",
    query: firstText(input, "pattern", "query", "globPattern", "glob_pattern", "symbol", "glob"),
    locations: folder === undefined ? locationsOf(folders) : [{ path: folder }],
  });
};

const folderNames = wordsOf(`path targetDirectory target_directory directoryPath directory_path
  relativeWorkspacePath relative_workspace_path`);

/** Work for a sub-agent. Its id is in the result (`task_v2`) or `additional`, in early 2026 in neither. */
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
    const text = firstText(item, "content", "title");
    return text === undefined ? [] : [{ text, status: statusOf(item.status) }];
  });
  return list && nonEmpty(list);
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
const names: readonly (readonly [DetailsReader, string])[] = [
  [deleteFile, "Delete delete_file"],
  [
    edit,
    `ApplyPatch Edit EditNotebook MultiEdit StrReplace Write apply_agent_diff apply_patch edit_file
    edit_file_v2 edit_notebook multi_edit reapply search_replace write`,
  ],
  [execute, "Shell run_terminal_cmd run_terminal_command run_terminal_command_v2"],
  [fetch, "WebFetch WebSearch web_fetch web_search"],
  [createPlan, "CreatePlan create_plan"],
  [todos, "TodoRead TodoWrite todo_read todo_write"],
  [question, "AskQuestion ask_question"],
  [read, "Read ReadFile ReadLints read_file read_file_v2 read_lints read_semsearch_files"],
  [
    search,
    `Glob Grep LS SemanticSearch codebase_search deep_search file_search glob_file_search
    go_to_definition grep grep_search list_dir list_dir_v2 list_directory rg ripgrep
    ripgrep_raw_search ripgrep_search search_symbols semantic_search_full`,
  ],
  [task, "Subagent Task task task_v2"],
  [() => ({ kind: "think" }), "think"],
];

const readers = new Map(
  names.flatMap(([reader, tools]) => wordsOf(tools).map((tool) => [tool, reader] as const)),
);

/** The reader of a tool's calls by the tool's name; tools of which nothing is known are "other". */
export function detailsReader(name: string): DetailsReader {
  return readers.get(name) ?? (() => ({ kind: "other" }));
}

import {
  defined,
  type FileLocation,
  type Json,
  type JsonObject,
  nonEmpty,
  present,
  type Question,
  type Todo,
} from "@chatexport/core";
import { listOf, numberOf, objectOf, textOf, wordOf, wordsOf } from "@chatexport/core/read";
import { fetch, think, todosOf, toolKinds } from "@chatexport/core/source";
import { firstText, firstValue, parsed } from "../../values/json-text.js";
import { pathIn, pathOf } from "../../values/uri.js";
import { fieldsOf } from "../fields.js";
import type { CallData, CallReader } from "./call-data.js";
import { deleteFile, edit } from "./edit.js";

/** A command in a terminal. */
const execute: CallReader = (input, { output }) =>
  present({
    kind: "execute",
    title: firstText(input, "description"),
    command: firstText(input, "command") ?? firstText(output, "command"),
    cwd: pathIn(input, ["cwd", "workingDirectory", "working_directory"]),
  });

/** A look into a file, from a line on. */
const read: CallReader = (input) => {
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
const search: CallReader = (input) => {
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
const task: CallReader = (input, { output, additional }) =>
  present({
    kind: "task",
    title: firstText(input, "description"),
    task: firstText(input, "prompt"),
    subagent: firstText(output, "agentId") ?? firstText(additional, "subagentComposerId"),
  });

/** The todo list; a call that merges sends only what changed, and the result has the whole list. */
const todos: CallReader = (input, { output, additional }) => {
  const sent = itemsOf(input.todos);
  const whole =
    itemsOf(output.finalTodos) ??
    (input.merge === true ? merged(itemsOf(output.initialTodos), sent) : sent) ??
    itemsOf(output.todos) ??
    itemsOf(additional.todos);
  return present({ kind: "plan", todos: todosIn(whole) });
};

/** A plan in prose, with a todo list. */
const createPlan: CallReader = (input) =>
  present({
    kind: "plan",
    title: firstText(input, "name"),
    text: firstText(input, "plan") ?? firstText(input, "overview"),
    todos: todosIn(itemsOf(input.todos)),
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

function todosIn(items: JsonObject[] | undefined): Todo[] | undefined {
  const plain = items?.map((item) => {
    // Command line and server write "TODO_STATUS_IN_PROGRESS" for "in_progress".
    const status = wordOf(item.status)
      .toLowerCase()
      .replace(/^todo_status_/, "");
    return { ...item, status };
  });
  return plain && nonEmpty(todosOf(plain, "content title"));
}

/** True when a value is a list of todos and no more, as calls show it. */
export function isTodoList(value: Json): boolean {
  const items = listOf(value)?.map((item) => {
    const todo = fieldsOf(objectOf(item) ?? { item });
    for (const name of ["id", "content", "status"]) todo.string(name);
    todo.texts("dependencies");
    return todo.rest();
  });
  return items?.every((left) => left === undefined) === true;
}

/** Questions with the options offered, and what was chosen where that was kept. */
const question: CallReader = (input, { output, additional }) => {
  const answers = answersOf(output) ?? answersOf(additional) ?? new Map<string, string[]>();
  const asked = listOf(parsed(input.questions)) ?? [input];
  return present({
    kind: "question",
    title: firstText(input, "title"),
    questions: nonEmpty(asked.flatMap((item) => questionOf(objectOf(item) ?? {}, answers))),
  });
};

function questionOf(
  asked: JsonObject,
  answers: ReadonlyMap<string, readonly string[]>,
): Question | [] {
  const text = firstText(asked, "prompt", "question", "text");
  if (text === undefined) return [];
  const labels = new Map<string, string>();
  const options = (listOf(asked.options) ?? []).flatMap((option) => {
    const fields = objectOf(option) ?? { id: option, label: option };
    const label = firstText(fields, "label", "text");
    if (label === undefined) return [];
    const id = textOf(fields.id);
    if (id !== undefined && !labels.has(id)) labels.set(id, label);
    return [defined({ label, description: firstText(fields, "description") })];
  });
  const chosen = answers.get(textOf(asked.id) ?? text) ?? [];
  return present({
    header: firstText(asked, "header"),
    text,
    options: nonEmpty(options),
    multiple: firstValue(asked, "allowMultiple", "allow_multiple") === true || undefined,
    answers: nonEmpty(chosen.map((choice) => labels.get(choice) ?? choice)),
  });
}

/** Ids or texts of what was chosen, by the question: from a list of answers or from an object. */
function answersOf(fields: JsonObject): Map<string, string[]> | undefined {
  const answers = parsed(firstValue(fields, "answers", "currentSelections", "selections"));
  const entries = listOf(answers)?.map(answerOf) ?? Object.entries(objectOf(answers) ?? {});
  const chosen = entries.map(([id, choice]): [string, string[]] => [id, choicesOf(choice)]);
  return chosen.length > 0 ? new Map(chosen) : undefined;
}

function answerOf(answer: Json): [string, Json | undefined] {
  const fields = objectOf(answer) ?? {};
  const choices = choicesOf(firstValue(fields, "selectedOptionIds", "selected", "answer"));
  const written = choicesOf(fields.freeformText);
  return [firstText(fields, "questionId", "question_id", "id") ?? "", [...choices, ...written]];
}

function choicesOf(choice: Json | undefined): string[] {
  return (listOf(choice) ?? [choice ?? ""]).flatMap((item) => textOf(item) ?? []);
}

/**
 * Tells what a call does, from all that is known of it. Names of the editor's tools are in snake case, those of
 * the agent's own messages in capitals.
 */
export const detailsOf = toolKinds<[call: CallData]>({
  "Delete delete_file": deleteFile,
  [`ApplyPatch Edit EditNotebook MultiEdit StrReplace Write apply_agent_diff apply_patch edit_file
    edit_file_v2 edit_notebook multi_edit reapply search_replace write`]: edit,
  "Shell Terminal run_terminal_cmd run_terminal_command run_terminal_command_v2": execute,
  "WebFetch WebSearch mcp_web_fetch web_fetch web_search": fetch({
    url: "url",
    query: "searchTerm search_term query prompt",
  }),
  "CreatePlan create_plan mcp_create_plan": createPlan,
  "TodoRead TodoWrite todo_read todo_write": todos,
  "AskQuestion ask_question": question,
  "Read ReadFile ReadLints read_file read_file_v2 read_lints read_semsearch_files": read,
  [`Glob Grep LS SemanticSearch codebase_search deep_search file_search glob_file_search
    go_to_definition grep grep_search list_dir list_dir_v2 list_directory rg ripgrep
    ripgrep_raw_search ripgrep_search search_symbols semantic_search_full`]: search,
  "Subagent Task task task_v2": task,
  think: think(),
});

/** True when a tool is Cursor's own; in late 2025 some had names like those of servers. */
export function isOwnTool(name: string): boolean {
  const nothing = { input: {}, output: {}, additional: {}, contentOf: () => undefined };
  return detailsOf(name, {}, nothing).kind !== "other";
}

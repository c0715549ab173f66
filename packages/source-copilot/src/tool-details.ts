import {
  type FileEdit,
  type JsonObject,
  nonEmpty,
  present,
  type Question,
  type ToolDetails,
} from "@chatexport/core";
import {
  byName,
  editsOfPatch,
  listOf,
  numberOf,
  objectOf,
  objectsOf,
  stringOf,
  textOf,
} from "@chatexport/core/read";
import { todosInSql, todosOf } from "./todos.js";

/** What a tool does, from its arguments: those of the command line, and those of VS Code by both of their names. */
export function detailsOf(name: string, input: JsonObject, rawInput?: string): ToolDetails {
  return tools.get(name)?.(input, rawInput ?? "") ?? { kind: "other" };
}

type Reader = (input: JsonObject, rawInput: string) => ToolDetails;

const tools = byName<Reader>([
  [
    ({ command, description, explanation }) =>
      present({
        kind: "execute",
        command: stringOf(command),
        title: textOf(description) ?? textOf(explanation),
      }),
    "bash powershell shell local_shell run_in_terminal copilot_runInTerminal",
  ],
  [readDetails, "view read_file copilot_readFile view_image copilot_viewImage"],
  [readDetails, "list_dir copilot_listDirectory"],
  [
    ({ query, pattern, path, paths, includePattern }) => {
      const place = textOf(path) ?? textOf(paths) ?? textOf(includePattern);
      return present({
        kind: "search",
        query: textOf(query) ?? textOf(pattern),
        locations: place === undefined ? undefined : [{ path: place }],
      });
    },
    "rg grep glob grep_search file_search semantic_search github_repo search_workspace_symbols",
    "copilot_findTextInFiles copilot_findFiles copilot_searchCodebase copilot_searchWorkspaceSymbols",
  ],
  [
    (input) => present({ kind: "edit", edits: nonEmpty(editsOf(input)) }),
    "edit create str_replace insert insert_edit_into_file replace_string_in_file create_file",
    "multi_replace_string_in_file copilot_insertEdit copilot_replaceString copilot_createFile",
    "copilot_multiReplaceString",
  ],
  [editorDetails, "str_replace_editor"],
  [
    ({ input, patch }, rawInput) =>
      present({
        kind: "edit",
        edits: nonEmpty(editsOfPatch(stringOf(input) ?? stringOf(patch) ?? rawInput)),
      }),
    "apply_patch copilot_applyPatch",
  ],
  [
    ({ url, urls, query }) =>
      present({
        kind: "fetch",
        url: textOf(url) ?? textOf(listOf(urls)?.[0]),
        query: textOf(query),
      }),
    "web_fetch web_search fetch_webpage copilot_fetchWebPage vscode_fetchWebPage_internal",
  ],
  [
    ({ todos, todoList }) =>
      typeof todos === "string"
        ? { kind: "plan", text: todos }
        : present({ kind: "plan", todos: nonEmpty(todosOf(todoList ?? todos)) }),
    "update_todo manage_todo_list",
  ],
  [
    ({ query, description }) => {
      const todos = todosInSql(stringOf(query) ?? "");
      return present(
        todos.length > 0
          ? { kind: "plan", todos, title: textOf(description) }
          : { kind: "other", title: textOf(description) },
      );
    },
    "sql",
  ],
  [
    (input) => present({ kind: "question", questions: nonEmpty(questionsOf(input)) }),
    "ask_user ask_questions vscode_askQuestions",
  ],
  [
    ({ prompt, description, query }) =>
      present({
        kind: "task",
        task: textOf(prompt) ?? textOf(query),
        title: textOf(description),
      }),
    "task runSubagent search_subagent execution_subagent",
  ],
  [({ intent }) => present({ kind: "think", title: textOf(intent) }), "report_intent"],
  [() => ({ kind: "think" }), "think copilot_think"],
]);

function readDetails(input: JsonObject): ToolDetails {
  const path = textOf(input.path) ?? textOf(input.filePath);
  const line = numberOf(listOf(input.view_range)?.[0] ?? input.startLine ?? input.offset);
  return present({
    kind: "read",
    locations: path ? [present({ path, line: line && line > 0 ? line : undefined })] : undefined,
  });
}

/** An editor of four commands. */
function editorDetails(input: JsonObject): ToolDetails {
  if (input.command === "view") return readDetails(input);
  return present({ kind: "edit", edits: nonEmpty(editsOf(input)) });
}

function editsOf(input: JsonObject): FileEdit[] {
  const pieces = objectsOf(input.replacements);
  if (pieces.length > 0)
    return pieces.flatMap((piece) => editsOf({ filePath: input.filePath ?? null, ...piece }));
  const path = textOf(input.path) ?? textOf(input.filePath);
  if (path === undefined) return [];
  const content = stringOf(input.file_text) ?? stringOf(input.content);
  if (content !== undefined) return [{ path, kind: "create", after: content }];
  return [
    present<FileEdit>({
      path,
      kind: "update",
      before: stringOf(input.old_str) ?? stringOf(input.oldString),
      after: stringOf(input.new_str) ?? stringOf(input.newString) ?? stringOf(input.code),
    }),
  ];
}

type Choice = NonNullable<Question["options"]>[number];

function questionsOf(input: JsonObject): Question[] {
  const asked = objectsOf(input.questions);
  return (asked.length > 0 ? asked : [input]).flatMap((item): Question[] => {
    const text = textOf(item.question) ?? textOf(item.header);
    const choices = (listOf(item.options ?? item.choices) ?? []).flatMap((option): Choice[] => {
      const choice = objectOf(option);
      const label = textOf(choice?.label) ?? textOf(option);
      return label ? [present({ label, description: textOf(choice?.description) })] : [];
    });
    return text
      ? [
          present({
            text,
            header: textOf(item.header) === text ? undefined : textOf(item.header),
            options: nonEmpty(choices),
            multiple: item.multiSelect === true ? true : undefined,
          }),
        ]
      : [];
  });
}

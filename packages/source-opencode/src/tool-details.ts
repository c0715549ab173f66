import {
  defined,
  type FileEdit,
  type JsonObject,
  nonEmpty,
  present,
  type Question,
  type Todo,
  type ToolDetails,
} from "@chatexport/core";
import {
  byName,
  listOf,
  numberOf,
  objectOf,
  objectsOf,
  stringOf,
  textOf,
  wordOf,
} from "@chatexport/core/read";
import { changedFiles, editOf } from "./edits.js";

/** What a tool of OpenCode does, in the words of the model, from its arguments and what it noted itself. */
export function detailsOf(name: string, input: JsonObject, metadata: JsonObject): ToolDetails {
  const path = textOf(input.filePath) ?? textOf(input.path);
  const locations = path === undefined ? undefined : [{ path }];
  switch (name) {
    case "bash":
    case "shell":
      return present({
        kind: "execute",
        command: stringOf(input.command),
        cwd: textOf(input.workdir),
        title: textOf(input.description),
      });
    case "read":
      return present({
        kind: "read",
        locations: path ? [present({ path, line: lineOf(input) })] : undefined,
      });
    case "list":
      return present({ kind: "read", locations });
    case "glob":
    case "grep":
      return present({ kind: "search", query: textOf(input.pattern), locations });
    case "edit":
    case "write":
    case "multiedit":
    case "patch":
    case "apply_patch":
      return present({ kind: "edit", edits: nonEmpty(editsOf(name, input, metadata)) });
    case "webfetch":
      return present({ kind: "fetch", url: textOf(input.url) });
    case "websearch":
    case "codesearch":
      return present({ kind: "fetch", query: textOf(input.query) });
    case "todowrite":
    case "todoread":
      return present({ kind: "plan", todos: nonEmpty(todosOf(metadata.todos ?? input.todos)) });
    case "question":
      return present({ kind: "question", questions: nonEmpty(questionsOf(input, metadata)) });
    case "task":
    case "subagent":
      return present({
        kind: "task",
        title: textOf(input.description),
        task: textOf(input.prompt),
        subagent: textOf(metadata.sessionId) ?? textOf(metadata.sessionID),
      });
    default:
      return { kind: "other" };
  }
}

/** Lines are counted from 0 in older versions and from 1 since: only a line that was asked for is named. */
function lineOf({ offset }: JsonObject): number | undefined {
  const line = numberOf(offset);
  return line !== undefined && line >= 1 ? line : undefined;
}

function editsOf(name: string, input: JsonObject, metadata: JsonObject): FileEdit[] {
  const files = objectsOf(metadata.files);
  const filePath = textOf(input.filePath) ?? textOf(input.path);
  // What a tool notes of a file can have a shorter path than the one that was asked for.
  if (files.length === 1 && filePath !== undefined)
    return changedFiles([{ ...files[0], filePath }]);
  if (files.length > 0) return changedFiles(files);
  const edits = name === "multiedit" ? objectsOf(input.edits) : [];
  if (edits.length === 0) return editOf(input, metadata);
  const results = objectsOf(metadata.results);
  return edits.flatMap((edit, index) =>
    editOf({ filePath: input.filePath ?? null, ...edit }, results[index] ?? {}),
  );
}

/** The lines of a todo list. */
export function todosOf(list: unknown): Todo[] {
  return objectsOf(list).flatMap(({ content, status }) => {
    const text = textOf(content);
    return text ? [{ text, status: todoStatus.get(wordOf(status)) ?? "pending" }] : [];
  });
}

const todoStatus = byName<Todo["status"]>([
  ["in-progress", "in_progress"],
  ["completed", "completed"],
  ["cancelled", "cancelled"],
]);

function questionsOf(input: JsonObject, metadata: JsonObject): Question[] {
  const answers = listOf(metadata.answers) ?? [];
  return objectsOf(input.questions).flatMap(({ question, header, options, multiple }, index) => {
    const text = textOf(question);
    const choices = objectsOf(options).flatMap(({ label, description }) => {
      const name = textOf(label);
      return name ? [defined({ label: name, description: textOf(description) })] : [];
    });
    const chosen = (listOf(answers[index]) ?? []).flatMap((answer) => textOf(answer) ?? []);
    return text
      ? [
          present<Question>({
            text,
            header: textOf(header),
            options: nonEmpty(choices),
            multiple: multiple === true ? true : undefined,
            answers: nonEmpty(chosen),
          }),
        ]
      : [];
  });
}

/** The fields of a tool's own notes that are in the call or its result in another form. */
export function isToldElsewhere(name: string, metadata: JsonObject): ReadonlySet<string> {
  const told = new Set([
    "exit",
    "truncated",
    "outputPath",
    "sessionId",
    "sessionID",
    "todos",
    "answers",
  ]);
  if (objectOf(metadata.display)) told.add("display");
  for (const field of ["diff", "patch", "filediff", "files", "results"])
    if (/^(?:edit|write|multiedit|patch|apply_patch)$/.test(name)) told.add(field);
  return told;
}

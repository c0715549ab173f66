import {
  defined,
  type FileEdit,
  type Json,
  type JsonObject,
  nonEmpty,
  present,
  type Question,
  type Todo,
  type ToolDetails,
} from "@chatexport/core";
import { byName, listOf, numberOf, objectsOf, stringOf, textOf } from "@chatexport/core/read";
import type { Fields } from "@chatexport/core/source";
import { changedFiles, editOf, takeDiff } from "./edits.js";
import { fieldsOf } from "./fields.js";

/** What a tool of OpenCode does, in the words of the model, from its arguments and what it noted itself. */
export function detailsOf(name: string, input: JsonObject, notes: Fields | undefined): ToolDetails {
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
      return present({ kind: "edit", edits: nonEmpty(editsOf(name, input, notes)) });
    case "webfetch":
      return present({ kind: "fetch", url: textOf(input.url) });
    case "websearch":
    case "codesearch":
      return present({ kind: "fetch", query: textOf(input.query) });
    case "todowrite":
    case "todoread":
      return present({ kind: "plan", todos: nonEmpty(listedIn(input, notes)) });
    case "question":
      return present({ kind: "question", questions: nonEmpty(questionsOf(input, notes)) });
    case "task":
    case "subagent":
      return present({
        kind: "task",
        title: textOf(input.description),
        task: textOf(input.prompt),
        subagent: notes?.text("sessionId", "sessionID"),
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

function editsOf(name: string, input: JsonObject, notes: Fields | undefined): FileEdit[] {
  const files = notes?.objects("files") ?? [];
  const filePath = textOf(input.filePath) ?? textOf(input.path);
  // What a tool notes of a file can have a shorter path than the one that was asked for.
  if (files.length > 0) {
    // It has the diffs of all files.
    takeDiff(notes);
    return changedFiles(files, files.length === 1 ? filePath : undefined);
  }
  const edits = name === "multiedit" ? objectsOf(input.edits) : [];
  if (edits.length === 0) return editOf(input, notes);
  const results = notes?.objects("results") ?? [];
  return edits.flatMap((edit, index) =>
    editOf({ filePath: input.filePath ?? null, ...edit }, results[index]),
  );
}

/** The todo list of a call, as the tool noted it or as it was asked for. */
function listedIn(input: JsonObject, notes: Fields | undefined): Todo[] {
  const asked = JSON.stringify(input.todos);
  notes?.fitting("todos", (value) => JSON.stringify(value) === asked);
  const noted = notes?.objects("todos") ?? [];
  return todosOf(noted.length > 0 ? noted : objectsOf(input.todos).map(fieldsOf));
}

/** The lines of a todo list. */
export function todosOf(list: readonly Fields[]): Todo[] {
  return list.flatMap((todo) => {
    const text = todo.text("content");
    const status = todo.word([...todoStatus.keys()], "status");
    return text ? [{ text, status: todoStatus.get(status ?? "") ?? "pending" }] : [];
  });
}

const todoStatus = byName<Todo["status"]>([
  ["pending", "pending"],
  ["in-progress", "in_progress"],
  ["completed", "completed"],
  ["cancelled", "cancelled"],
]);

function questionsOf(input: JsonObject, notes: Fields | undefined): Question[] {
  const isAnswer = (value: Json) => (listOf(value) ?? [value]).every((text) => textOf(text));
  const answers =
    listOf(notes?.fitting("answers", (value) => listOf(value)?.every(isAnswer) ?? false)) ?? [];
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

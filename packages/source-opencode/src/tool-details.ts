import {
  type FileEdit,
  type Json,
  type JsonObject,
  nonEmpty,
  present,
  type Todo,
} from "@chatexport/core";
import { listOf, objectsOf, textOf } from "@chatexport/core/read";
import {
  execute,
  type Fields,
  fetch,
  question,
  read,
  search,
  todoStatus,
  todosOf,
  toolKinds,
} from "@chatexport/core/source";
import { changedFiles, editOf, takeDiff } from "./edits.js";

const path = "filePath path";

/** Tells what a tool of OpenCode does, from its arguments and what it noted itself. */
export const detailsOf = toolKinds<[notes: Fields | undefined]>({
  "bash shell": execute({ command: "command", cwd: "workdir", title: "description" }),
  // Older versions count lines from 0, where no line was asked for, too.
  read: read({ path, line: "offset" }),
  list: read({ path }),
  "glob grep": search({ query: "pattern", path }),
  "edit write multiedit patch apply_patch": (input, notes) =>
    present({ kind: "edit", edits: nonEmpty(editsOf(input, notes)) }),
  webfetch: fetch({ url: "url" }),
  "websearch codesearch": fetch({ query: "query" }),
  "todowrite todoread": (input, notes) =>
    present({ kind: "plan", todos: nonEmpty(listedIn(input, notes)) }),
  question: question(
    {
      questions: "questions",
      text: "question",
      header: "header",
      options: "options",
      multiple: "multiple",
    },
    (_asked, _stored, index, notes) => answersIn(notes, index),
  ),
  "task subagent": ({ description, prompt }, notes) =>
    present({
      kind: "task",
      title: textOf(description),
      task: textOf(prompt),
      subagent: notes?.text("sessionId", "sessionID"),
    }),
});

function editsOf(input: JsonObject, notes: Fields | undefined): FileEdit[] {
  const files = notes?.objects("files") ?? [];
  const filePath = textOf(input.filePath) ?? textOf(input.path);
  // What a tool notes of a file can have a shorter path than the one that was asked for.
  if (files.length > 0) {
    // It has the diffs of all files.
    takeDiff(notes);
    return changedFiles(files, files.length === 1 ? filePath : undefined);
  }
  const edits = objectsOf(input.edits);
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
  return noted.length > 0 ? storedTodos(noted) : todosOf(input.todos, "content");
}

/** The items of a todo list that is stored beside calls. */
export function storedTodos(list: readonly Fields[]): Todo[] {
  return list.flatMap((todo) => {
    const text = todo.text("content");
    const status = todo.made(todoStatus, "status") ?? "pending";
    return text ? [{ text, status }] : [];
  });
}

function answersIn(notes: Fields | undefined, index: number): string[] {
  const isAnswer = (value: Json) => (listOf(value) ?? [value]).every((text) => textOf(text));
  const answers = notes?.fitting("answers", (value) => listOf(value)?.every(isAnswer) ?? false);
  return (listOf(listOf(answers)?.[index]) ?? []).flatMap((answer) => textOf(answer) ?? []);
}

import { basename, dirname } from "node:path";
import {
  type Context,
  defined,
  type FilePart,
  type Json,
  type JsonObject,
  present,
  type Todo,
} from "@chatexport/core";
import { listOf, objectOf, parseJson, textOf, wordOf } from "@chatexport/core/read";
import { Fields, todoStatus, todosOf } from "@chatexport/core/source";
import { malformedSideFile } from "../diagnostics.js";
import { named } from "../records/named-fields.js";
import { says } from "../says.js";
import { attachedFile } from "./attached-file.js";

/** A todo list or the tasks of a session or agent. */
export interface StoredTodos {
  /** Absent when the file is of the session as a whole. */
  agentId?: string;
  /** Absent when the list could not be read. */
  todos?: Todo[];
  file: FilePart;
}

/** Reads the tasks of a session (2.1 and later) as one file. Reports those that are malformed. */
export function readTaskFiles(paths: readonly string[], context: Context): StoredTodos | undefined {
  const todos: Todo[] = [];
  const items: string[] = [];
  const rests: Json[] = [];
  for (const path of paths) {
    const { text, missing } = attachedFile(path, "application/json", context);
    const task = text === undefined ? undefined : objectOf(parseJson(text));
    const todo = task && todosOf([task], "subject")[0];
    if (todo) {
      todos.push(todo);
      const fields = itemFields(task);
      items.push(taskText(todo, fields));
      rests.push(fields.rest() ?? null);
    } else if (missing !== "not readable") context.report(malformedSideFile(path));
  }
  const [first] = paths;
  if (first === undefined || items.length === 0) return undefined;
  return { todos, file: listFile(says.tasks, dirname(first), items, rests) };
}

/** A list as a file; `rests` is what its items say besides. */
function listFile(name: string, path: string, items: string[], rests: Json[]): FilePart {
  const native = rests.some((rest) => rest !== null) ? { items: rests } : undefined;
  const mediaType = "text/markdown";
  return present({
    type: "file",
    mediaType,
    name,
    path,
    text: items.join("\n"),
    from: "tool",
    native,
  });
}

/** The fields of a todo or task, without its text and status. */
function itemFields(item: JsonObject): Fields {
  const fields = new Fields(item, named);
  fields.string("content", "subject");
  fields.fitting("status", (status) => todoStatus(status) !== undefined);
  return fields;
}

function taskText(todo: Todo, task: Fields): string {
  const id = task.text("id");
  const text = id === undefined ? todo.text : `#${id} ${todo.text}`;
  const isNamed = (value: Json) => listOf(value)?.every((item) => textOf(item)) === true;
  const blockers = listOf(task.fitting("blockedBy", isNamed)) ?? [];
  const notes = [task.text("owner") ?? []].flat();
  if (blockers.length > 0)
    notes.push(`${says.blockedBy} ${blockers.map((blocker) => `#${wordOf(blocker)}`).join(", ")}`);
  return taskItem({ ...todo, text }, notes, task.text("description"));
}

/** Reads a todo list (before 2.1). Undefined for an empty or malformed one, which is reported. */
export function readTodoFile(path: string, context: Context): StoredTodos | undefined {
  const name = says.todoList;
  const file = attachedFile(path, "text/markdown", context, name);
  const agentId = /-agent-(.+)\.json$/.exec(basename(path))?.[1];
  const owner = defined({ agentId });
  if (file.text === undefined) return { ...owner, file };
  const content = parseJson(file.text);
  const list = listOf(content) ?? listOf(objectOf(content)?.todos);
  const todos = todosOf(list, "content");
  if (!list || todos.length < list.length) context.report(malformedSideFile(path));
  if (todos.length === 0) return undefined;
  const items = todos.map((todo) => taskItem(todo));
  const rests = (list ?? []).map((item) => itemFields(objectOf(item) ?? {}).rest() ?? null);
  return { ...owner, todos, file: listFile(name, path, items, rests) };
}

/** A todo as an item of a task list in Markdown, with notes in brackets and a paragraph below it. */
function taskItem(
  { text, status }: Todo,
  notes: readonly string[] = [],
  description?: string,
): string {
  const box = status === "completed" ? "- [x]" : "- [ ]";
  const state =
    status === "in-progress" ? [says.inProgress] : status === "cancelled" ? [status] : [];
  const all = [...notes, ...state];
  const item = `${box} ${indented(text.trim())}${all.length > 0 ? ` (${all.join(", ")})` : ""}`;
  return description ? `${item}\n\n  ${indented(description.trim())}\n` : item;
}

/** Lines after the first belong to the item when they are below its text. */
function indented(text: string): string {
  return text
    .split("\n")
    .map((line, index) =>
      index === 0 || line.trim() === "" ? line.trimEnd() : `  ${line.trimEnd()}`,
    )
    .join("\n");
}

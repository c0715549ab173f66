import { dirname } from "node:path";
import type { Context, FilePart, JsonObject, Todo } from "@chatexport/core";
import { listOf, objectOf, textOf } from "@chatexport/core/read";
import { todosOf } from "../tools/todos.js";
import { taskItem } from "./markdown.js";
import { parseSideFile, readSideFile, reportMalformed } from "./read-side-file.js";

/** The tasks of a session (2.1 and later). */
export interface TaskFiles {
  todos: Todo[];
  file: FilePart;
}

/** Reads the tasks of a session as one file. Reports those that are malformed. */
export async function readTaskFiles(
  paths: readonly string[],
  context: Context,
): Promise<TaskFiles | undefined> {
  const todos: Todo[] = [];
  const items: string[] = [];
  for (const path of paths) {
    const read = await readSideFile(path, context);
    const task = "text" in read ? objectOf(parseSideFile(read.text)) : undefined;
    const todo = task && todosOf([task])?.[0];
    if (todo) {
      todos.push(todo);
      items.push(taskText(todo, task));
    } else if ("text" in read || read.missing !== "not readable") reportMalformed(path, context);
  }
  const [first] = paths;
  if (first === undefined || items.length === 0) return undefined;
  const text = items.join("\n");
  const path = dirname(first);
  return {
    todos,
    file: { type: "file", mediaType: "text/markdown", name: "Tasks", path, text, from: "tool" },
  };
}

function taskText(todo: Todo, task: JsonObject): string {
  const id = textOf(task.id);
  const text = id === undefined ? todo.text : `#${id} ${todo.text}`;
  const blockers = (listOf(task.blockedBy) ?? []).filter((blocker) => textOf(blocker));
  const notes = [textOf(task.owner) ?? []].flat();
  if (blockers.length > 0)
    notes.push(`blocked by ${blockers.map((blocker) => `#${blocker}`).join(", ")}`);
  return taskItem({ ...todo, text }, notes, textOf(task.description));
}

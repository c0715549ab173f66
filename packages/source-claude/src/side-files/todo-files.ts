import { basename } from "node:path";
import type { Context, FilePart, Todo } from "@chatexport/core";
import { listOf, objectOf } from "@chatexport/core/read";
import { todosOf } from "../tools/todos.js";
import { taskItem } from "./markdown.js";
import { parseSideFile, readSideFile, reportMalformed } from "./read-side-file.js";

/** The todo list of one agent (versions before 2.1). */
export interface TodoFile {
  /** Absent when the file is of the session as a whole. */
  agentId?: string;
  /** Absent when the list could not be read. */
  todos?: Todo[];
  file: FilePart;
}

/** Reads a todo list. Undefined for an empty one, and for one that is malformed, which is reported. */
export async function readTodoFile(path: string, context: Context): Promise<TodoFile | undefined> {
  const read = await readSideFile(path, context);
  const agentId = /-agent-(.+)\.json$/.exec(basename(path))?.[1];
  const owner = agentId === undefined ? {} : { agentId };
  const file = { type: "file", mediaType: "text/markdown", name: "Todo list", path } as const;
  if ("missing" in read) return { ...owner, file: { ...file, ...read, from: "tool" } };

  const content = parseSideFile(read.text);
  const list = listOf(content) ?? listOf(objectOf(content)?.todos);
  const todos = todosOf(list) ?? [];
  if (!list || todos.length < list.length) reportMalformed(path, context);
  if (todos.length === 0) return undefined;
  const text = todos.map((todo) => taskItem(todo)).join("\n");
  return { ...owner, todos, file: { ...file, text, from: "tool" } };
}

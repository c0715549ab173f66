import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Context, FilePart, Message, Todo } from "@chatexport/core";
import { attempt } from "@chatexport/core/read";
import { todosOf } from "@chatexport/core/source";
import { textBeside, withDatabase } from "../beside.js";
import { unreadableDatabase } from "../diagnostics.js";
import { isEventLog } from "../locate.js";

/** What lies beside the events of a session: its plan, and its todo list as it was last. */
export function filesBeside(
  path: string,
  messages: readonly Message[],
  context: Context,
): FilePart[] {
  if (!isEventLog(path)) return [];
  const plan = join(dirname(path), "plan.md");
  const text = textBeside(plan, context);
  const todos = todosIn(join(dirname(path), "session.db"), context);
  const calls = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "tool-call" && part.kind === "plan" ? part : [])),
  );
  // Unless the last call that wrote it says the same.
  const shown = calls.findLast((call) => call.todos)?.todos ?? [];
  const isShown = JSON.stringify(shown) === JSON.stringify(todos);
  return [
    ...(text ? [fileOf("Plan", text, plan)] : []),
    ...(todos.length > 0 && !isShown
      ? [
          fileOf(
            "Todo list",
            todos.map((todo) => `- [${marks[todo.status]}] ${todo.text}`).join("\n"),
          ),
        ]
      : []),
  ];
}

function fileOf(name: string, text: string, path?: string): FilePart {
  const file: FilePart = { type: "file", name, mediaType: "text/markdown", text, from: "tool" };
  return path === undefined ? file : { ...file, path };
}

const marks: Readonly<Record<Todo["status"], string>> = {
  pending: " ",
  "in-progress": " ",
  completed: "x",
  cancelled: "-",
};

function todosIn(path: string, context: Context): Todo[] {
  if (!attempt(() => statSync(path))) return [];
  try {
    return withDatabase(path, (database) => {
      if (!database.tables().has("todos")) return [];
      const known = database.columns("todos");
      const order = known.has("created_at") ? "created_at, rowid" : "rowid";
      return todosOf(database.all(`SELECT title, status FROM todos ORDER BY ${order}`), "title");
    });
  } catch (cause) {
    context.report(unreadableDatabase(path, cause));
    return [];
  }
}

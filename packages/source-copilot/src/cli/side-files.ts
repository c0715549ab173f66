import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Context, FilePart, Message, Todo } from "@chatexport/core";
import { attempt } from "@chatexport/core/read";
import { todoListFile, todosOf } from "@chatexport/core/source";
import { textBeside, withDatabase } from "../beside.js";
import { unreadableDatabase } from "../diagnostics.js";
import { isEventLog } from "../locate.js";

/** The files beside the events of a session: its plan, and its todo list as it was last. */
export function filesBeside(
  path: string,
  messages: readonly Message[],
  context: Context,
): FilePart[] {
  if (!isEventLog(path)) return [];
  const plan = join(dirname(path), "plan.md");
  const text = textBeside(plan, context);
  const file = { type: "file", name: "Plan", mediaType: "text/markdown" } as const;
  const todos = todosIn(join(dirname(path), "session.db"), context);
  return [
    ...(text ? [{ ...file, text, from: "tool" as const, path: plan }] : []),
    ...todoListFile(todos, messages),
  ];
}

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

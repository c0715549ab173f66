import { listOf, objectsOf, textOf } from "../json.js";
import type { FilePart, Message, Todo } from "../model.js";
import { nonEmpty, present } from "../present.js";
import { byName } from "../read/lists.js";
import type { Fields } from "./fields.js";
import { type ArgumentNames, taken, textsIn } from "./tool-arguments.js";
import type { ToolReader } from "./tool-kinds.js";

/** A todo list, whose items have a text by one of the names in `todo`; or a plan in prose, or a checklist. */
export function plan({
  todos,
  todo = "",
  ...names
}: ArgumentNames<"todos" | "todo" | "text">): ToolReader {
  return (input) => {
    const list = todosOf(taken(input, todos, listOf), todo);
    const { text } = textsIn(input, names);
    const items = checklistIn(list.length > 0 ? undefined : text);
    return present(
      items.length > 0
        ? { kind: "plan", todos: items }
        : { kind: "plan", text, todos: nonEmpty(list) },
    );
  };
}

/** The items of a checklist as models write it: "- [x] Sand", "[-] Paint"; none where a line is something else. */
function checklistIn(text = ""): Todo[] {
  const lines = text.trim().split("\n");
  const todos = lines.flatMap((line): Todo[] => {
    const [, box, text = ""] = /^\s*(?:[-*] )?\[([ xX-])\] (.+)$/.exec(line) ?? [];
    const status = box === " " ? "pending" : box === "-" ? "in-progress" : "completed";
    return box ? [{ text, status }] : [];
  });
  return todos.length === lines.length ? todos : [];
}

/** The items of a todo list; `names` are those of the field that has their text. One without a text is left out. */
export function todosOf(list: unknown, names: string): Todo[] {
  return objectsOf(list).flatMap((item): Todo[] => {
    const text = taken(item, names, textOf);
    return text === undefined ? [] : [{ text, status: todoStatus(item.status) ?? "pending" }];
  });
}

/** Takes the items of a todo list; `names` are those of the field that has their text. What else they say is left over. */
export function todosIn(fields: Fields, list: string, ...names: readonly string[]): Todo[] {
  return fields.objects(list).flatMap((item): Todo[] => {
    const text = item.text(...names);
    const status = item.made(todoStatus, "status") ?? "pending";
    return text === undefined ? [] : [{ text, status }];
  });
}

/** The status of a todo, from a tool's word for it. */
export function todoStatus(word: unknown): Todo["status"] | undefined {
  return typeof word === "string" ? statuses.get(word) : undefined;
}

const statuses = byName<Todo["status"]>([
  ["pending", "pending"],
  ["in-progress", "in_progress in-progress"],
  ["completed", "completed done"],
  ["cancelled", "cancelled canceled deleted"],
]);

/** The file of a todo list that lies beside a conversation: none where the last call that wrote it says the same. */
export function todoListFile(todos: readonly Todo[], messages: readonly Message[]): FilePart[] {
  const calls = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "tool-call" && part.kind === "plan" ? part : [])),
  );
  const shown = calls.findLast((call) => call.todos)?.todos ?? [];
  if (todos.length === 0 || JSON.stringify(shown) === JSON.stringify(todos)) return [];
  const text = todos.map((todo) => `- [${boxes[todo.status]}] ${todo.text}`).join("\n");
  return [{ type: "file", name: "Todo list", mediaType: "text/markdown", text, from: "tool" }];
}

const boxes: Readonly<Record<Todo["status"], string>> = {
  pending: " ",
  "in-progress": " ",
  completed: "x",
  cancelled: "-",
};

import { type Json, type JsonObject, present, type Todo } from "@chatexport/core";
import { listOf, objectOf, stringOf, textOf } from "@chatexport/core/read";
import type { DetailsReader } from "./details.js";
import { firstText, parsed } from "./values.js";

/** The todo list; a call that merges sends only what changed, and the result has the whole list. */
export const todos: DetailsReader = ({ input, output, additional }) => {
  const sent = itemsOf(input.todos);
  const whole =
    itemsOf(output.finalTodos) ??
    (input.merge === true ? merged(itemsOf(output.initialTodos), sent) : sent) ??
    itemsOf(output.todos) ??
    itemsOf(additional.todos);
  return present({ kind: "plan", todos: todosOf(whole) });
};

/** A plan in prose, with a todo list. */
export const createPlan: DetailsReader = ({ input }) =>
  present({
    kind: "plan",
    title: firstText(input, "name"),
    text: firstText(input, "plan") ?? firstText(input, "overview"),
    todos: todosOf(itemsOf(input.todos)),
  });

function itemsOf(list: Json | undefined): JsonObject[] | undefined {
  const items = listOf(parsed(list))?.map((item) => objectOf(item) ?? { content: item });
  return items?.length ? items : undefined;
}

/** The list before with the changes of each item, and with the items that are new. */
function merged(before: JsonObject[] | undefined, sent: JsonObject[] | undefined) {
  if (!before || !sent) return sent ?? before;
  const changes = new Map(sent.map((item) => [item.id, item]));
  const known = new Set(before.map(({ id }) => id));
  return [
    ...before.map((item) => ({ ...item, ...changes.get(item.id) })),
    ...sent.filter(({ id }) => !known.has(id)),
  ];
}

function todosOf(items: JsonObject[] | undefined): Todo[] | undefined {
  const list = items?.flatMap((item): Todo[] => {
    const text = textOf(item.content) ?? textOf(item.title);
    return text === undefined ? [] : [{ text, status: statusOf(item.status) }];
  });
  return list?.length ? list : undefined;
}

/** Command line and server write "TODO_STATUS_IN_PROGRESS" for "in_progress". */
function statusOf(status: Json | undefined): Todo["status"] {
  const word = (stringOf(status) ?? "").toLowerCase().replace(/^todo_status_/, "");
  return statuses.get(word) ?? "pending";
}

const statuses: ReadonlyMap<string, Todo["status"]> = new Map([
  ["in_progress", "in-progress"],
  ["in-progress", "in-progress"],
  ["completed", "completed"],
  ["done", "completed"],
  ["cancelled", "cancelled"],
  ["canceled", "cancelled"],
]);

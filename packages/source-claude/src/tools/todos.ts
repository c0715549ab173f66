import type { Json, Todo } from "@chatexport/core";
import { listOf, objectOf, stringOf, wordOf } from "@chatexport/core/read";

/** A recorded list of todos or tasks; entries without a text are left out. */
export function todosOf(list: Json | undefined): Todo[] | undefined {
  return listOf(list)?.flatMap((item): Todo[] => {
    const todo = objectOf(item);
    const text = stringOf(todo?.content) ?? stringOf(todo?.subject);
    return text === undefined ? [] : [{ text, status: todoStatus(todo?.status) ?? "pending" }];
  });
}

/** The status of a todo or task, from the tool's word for it. */
export function todoStatus(status: Json | undefined): Todo["status"] | undefined {
  const word = wordOf(status);
  return Object.hasOwn(statuses, word) ? statuses[word] : undefined;
}

const statuses: Readonly<Record<string, Todo["status"]>> = {
  pending: "pending",
  in_progress: "in-progress",
  completed: "completed",
  cancelled: "cancelled",
  deleted: "cancelled",
};

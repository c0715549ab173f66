import type { Todo } from "@chatexport/core";
import { byName, wordOf } from "@chatexport/core/read";

/** Where an item of a todo list stands, in the words of either tool. */
export function todoStatus(status: unknown): Todo["status"] {
  return statuses.get(wordOf(status)) ?? "pending";
}

const statuses = byName<Todo["status"]>([
  ["in-progress", "in-progress in_progress"],
  ["completed", "completed done"],
  ["cancelled", "cancelled"],
]);

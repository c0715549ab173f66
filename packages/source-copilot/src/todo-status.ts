import type { Todo } from "@chatexport/core";

/** Where an item of a todo list stands, in the words of either tool. */
export function todoStatus(status: unknown): Todo["status"] {
  return statuses[`${status}`] ?? "pending";
}

const statuses: Readonly<Record<string, Todo["status"]>> = {
  "in-progress": "in-progress",
  in_progress: "in-progress",
  completed: "completed",
  done: "completed",
  cancelled: "cancelled",
};

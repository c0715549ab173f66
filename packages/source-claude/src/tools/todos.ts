import {
  type Json,
  type JsonObject,
  nonEmpty,
  present,
  type Todo,
  type ToolDetails,
} from "@chatexport/core";
import { listOf, objectOf, stringOf, wordOf } from "@chatexport/core/read";

/** The todo list that replaces the one before it. */
export function todoWrite(input: JsonObject, output: JsonObject): ToolDetails {
  return present({ kind: "plan", todos: todosOf(output.newTodos) ?? todosOf(input.todos) });
}

/** The list of tasks (2.1 and later). */
export function taskList(_input: JsonObject, output: JsonObject): ToolDetails {
  return present({ kind: "plan", todos: nonEmpty(todosOf(output.tasks) ?? []) });
}

/** A change of one task; the list as a whole is not recorded, see `runningLists`. */
export function taskChange(): ToolDetails {
  return { kind: "plan" };
}

/** The plan that the user is asked to agree to; before 2.1 it is only in the arguments. */
export function exitPlanMode(input: JsonObject, output: JsonObject): ToolDetails {
  return present({ kind: "plan", text: stringOf(output.plan) ?? stringOf(input.plan) });
}

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

import { type Json, listOf, objectOf, present, stringOf, type Todo } from "@chatexport/core";
import type { DetailsReader } from "./details.js";

/** The todo list that replaces the one before it. */
export const todoWrite: DetailsReader = (input, output) =>
  present({ kind: "plan" as const, todos: todosOf(output.newTodos) ?? todosOf(input.todos) });

/** The list of tasks (2.1 and later). */
export const taskList: DetailsReader = (_input, output) =>
  present({ kind: "plan" as const, todos: todosOf(output.tasks) });

/** A change of one task, after which the list as a whole is not recorded. */
export const taskChange: DetailsReader = () => ({ kind: "plan" });

/** The plan that the user is asked to agree to; before 2.1 it is only in the arguments. */
export const exitPlanMode: DetailsReader = (input, output) =>
  present({ kind: "plan" as const, text: stringOf(output.plan) ?? stringOf(input.plan) });

function todosOf(list: Json | undefined): Todo[] | undefined {
  return listOf(list)?.flatMap((item): Todo[] => {
    const todo = objectOf(item);
    const text = stringOf(todo?.content) ?? stringOf(todo?.subject);
    return text === undefined
      ? []
      : [{ text, status: statuses[String(todo?.status)] ?? "pending" }];
  });
}

const statuses: Readonly<Record<string, Todo["status"]>> = {
  in_progress: "in-progress",
  completed: "completed",
  cancelled: "cancelled",
  deleted: "cancelled",
};

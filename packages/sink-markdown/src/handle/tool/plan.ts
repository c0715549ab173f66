import type { PlanCall, Todo } from "@chatexport/core";
import type { PhrasingContent } from "mdast";
import { type Block, body, checkbox, label, list, strong, text } from "../../block.js";
import type { ToolView } from "./view.js";

/** A todo list or a plan, for everybody to see. */
export function plan({ todos, text: prose }: PlanCall): ToolView | undefined {
  if (!todos && prose === undefined) return undefined;
  return {
    blocks: planBlocks(todos ?? [], prose),
    shown: [prose ?? "", ...(todos ?? []).map((todo) => todo.text)],
    result: "redundant",
    isOpen: true,
  };
}

function* planBlocks(todos: readonly Todo[], prose: string | undefined): Generator<Block> {
  if (prose !== undefined) {
    yield label("Plan");
    yield body(prose);
  }
  if (todos.length > 0) {
    yield label("Todos");
    yield list(todos.map(todoItem));
  }
}

function todoItem(todo: Todo): PhrasingContent[] {
  const box = checkbox(todo.status === "completed");
  switch (todo.status) {
    case "pending":
    case "completed":
      return [box, text(todo.text)];
    case "in-progress":
      return [box, strong(todo.text), text(" (in progress)")];
    case "cancelled":
      return [box, text(`${todo.text} (cancelled)`)];
    default:
      return todo.status satisfies never;
  }
}

import type { Message, Part, PlanCall } from "@chatexport/core";
import { asideOf, isOfCommand } from "./asides.js";

/** Calls whose todo list is changed again before anything else is shown: the last shows all of it. */
export function repeatedLists(messages: readonly Message[]): ReadonlySet<Part> {
  const repeated = new Set<Part>();
  let last: Part | undefined;
  for (const message of messages)
    for (const part of message.parts) {
      if (!isShown(part, message)) continue;
      const isList = isTodoList(part);
      if (last && isList) repeated.add(last);
      last = isList && part.text === undefined && isDone(part) ? part : undefined;
    }
  return repeated;
}

function isTodoList(part: Part): part is PlanCall {
  return part.type === "tool-call" && part.kind === "plan" && (part.todos ?? []).length > 0;
}

function isDone({ status }: PlanCall): boolean {
  return status === "completed" || status === "unknown";
}

function isShown(part: Part, message: Message): boolean {
  const aside = asideOf(part, message);
  if (aside) return isOfCommand(aside);
  if (part.type === "text" || part.type === "reasoning") return (part.text ?? "").trim() !== "";
  return true;
}

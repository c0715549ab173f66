import type { ToolKind } from "@chatexport/core";

/** The verb of each kind of call, as documents show it. */
export const kindWords: Readonly<Record<ToolKind, string>> = {
  read: "Read",
  edit: "Edit",
  delete: "Delete",
  move: "Move",
  search: "Search",
  execute: "Run",
  fetch: "Fetch",
  think: "Think",
  plan: "Todos",
  question: "Ask",
  task: "Task",
  other: "Other",
};

const words: ReadonlyMap<string, string> = new Map(Object.entries(kindWords));

/** The verb of a kind of call; a kind of a newer model is its own. */
export function kindWord(kind: string): string {
  return words.get(kind) ?? kind;
}

import type { Todo } from "@chatexport/core";

/** A todo as an item of a task list in Markdown, with notes in brackets and a paragraph below it. */
export function taskItem(
  { text, status }: Todo,
  notes: readonly string[] = [],
  description?: string,
): string {
  const box = status === "completed" ? "- [x]" : "- [ ]";
  const state = status === "in-progress" ? ["in progress"] : status === "cancelled" ? [status] : [];
  const all = [...notes, ...state];
  const item = `${box} ${indented(text.trim())}${all.length > 0 ? ` (${all.join(", ")})` : ""}`;
  return description ? `${item}\n\n  ${indented(description.trim())}\n` : item;
}

/** Lines after the first belong to the item when they stand below its text. */
function indented(text: string): string {
  return text
    .split("\n")
    .map((line, index) =>
      index === 0 || line.trim() === "" ? line.trimEnd() : `  ${line.trimEnd()}`,
    )
    .join("\n");
}

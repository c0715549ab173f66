import type { EditCall, FileEdit } from "@chatexport/core";
import type { Scope } from "../../scope.js";
import { editView } from "../file-edits.js";
import type { ToolView } from "./view.js";

/** Changes of files as diffs. */
export function edit({ edits, status }: EditCall, scope: Scope): ToolView | undefined {
  if (!edits) return undefined;
  const view = editView(edits, scope);
  return {
    ...view,
    outcome: status === "completed" || status === "unknown" ? view.outcome : undefined,
    shown: textsOf(edits),
    result: "redundant",
  };
}

function* textsOf(edits: readonly FileEdit[]): Generator<string> {
  for (const { path, newPath = "", hunks = [], before = "", after = "" } of edits) {
    yield* [path, newPath, before, after];
    for (const { lines } of hunks) for (const line of lines) yield line.slice(1);
  }
}

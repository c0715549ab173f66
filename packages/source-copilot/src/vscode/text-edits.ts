import {
  type EditCall,
  type FileEdit,
  type Json,
  type JsonObject,
  present,
} from "@chatexport/core";
import { listOf, objectsOf, stringOf } from "@chatexport/core/read";
import { isSameFile, linesOf } from "./values.js";

/** The changes of a file in the steps in which the editor made them. */
export function changesOf(path: string, steps: readonly Json[]): FileEdit[] {
  return steps.flatMap((step) =>
    objectsOf(listOf(step) ?? [step]).map((piece) => changeOf(path, piece)),
  );
}

function changeOf(path: string, piece: JsonObject): FileEdit {
  const range = linesOf(piece.range);
  return present<FileEdit>({
    path,
    kind: "update",
    range: range && { start: range.start, end: range.end ?? range.start },
    after: stringOf(piece.text),
  });
}

/** Adds to a call what became of a file that it asked to change. Returns false when it asked for no such change. */
export function addChanges(call: EditCall, path: string, changes: readonly FileEdit[]): boolean {
  const asked = call.edits?.filter((edit) => isSameFile(edit.path, path));
  if (asked?.length === 0) return false;
  const [change, ...others] = changes;
  if (change === undefined) return true;
  if (asked === undefined) {
    call.edits = [...changes];
    return true;
  }
  const same = asked.find(({ after }) => others.length === 0 && after === change.after);
  if (!same) {
    const applied = [...(listOf(call.native?.applied) ?? []), ...changes];
    call.native = { ...call.native, applied: JSON.parse(JSON.stringify(applied)) };
    return true;
  }
  if (same.kind === "update" && change.range) same.range = change.range;
  if (same.path !== path) call.native = { ...call.native, address: path };
  return true;
}

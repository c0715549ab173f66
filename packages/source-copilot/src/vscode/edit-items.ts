import {
  type EditCall,
  type EditPart,
  type FileEdit,
  type Json,
  type JsonObject,
  present,
} from "@chatexport/core";
import { listOf, objectOf, objectsOf, stringOf } from "@chatexport/core/read";
import type { Fate, StoredRecord } from "@chatexport/core/source";
import type { Answer } from "./reading.js";
import { addressIn, isRange, isSameFile, linesOf, readIn } from "./values.js";

/** Changes of a file; those that a call asked for belong to it. */
export function readEdits({ type, fields }: StoredRecord, answer: Answer): Fate {
  const path = addressIn(fields, "uri");
  if (path === undefined) return "unknown";
  const isNotebook = type.startsWith("notebook");
  const isAll = (list: Json) => isNotebook || (listOf(list) ?? []).flat().every(isPiece);
  const steps = readIn(fields, "edits", listOf, isAll) ?? [];
  fields.flag("done");
  fields.flag("isExternalEdit");
  const edits = changesOf(path, steps);
  const status = answer.reading.editStates.get(path);
  // Cells of a notebook are more than their texts.
  const cells = isNotebook ? steps : undefined;
  const call = answer.editing.findLast((each) => asksFor(each, path));
  if (call) {
    addChanges(call, path, edits);
    if (cells)
      call.native = { ...call.native, cells: [...(listOf(call.native?.cells) ?? []), ...cells] };
    const decisions = objectOf(call.native?.decisions);
    if (status !== undefined)
      call.native = { ...call.native, decisions: { ...decisions, [path]: status } };
    return { kept: call };
  }
  if (edits.length === 0) return { kept: answer };
  const part: EditPart = present({ type: "edit", edits, status, native: cells && { cells } });
  answer.parts.push(part);
  return { kept: part };
}

function isPiece(value: Json): boolean {
  return Object.entries(objectOf(value) ?? { value }).every(
    ([name, inner]) =>
      (name === "text" && typeof inner === "string") || (name === "range" && isRange(inner)),
  );
}

/** Files that were made, moved or deleted. */
export function readFileEdits({ type, fields }: StoredRecord, answer: Answer): Fate {
  const changed = type === "externalEdit" ? [fields] : fields.objects("edits");
  const edits = changed.flatMap((edit): FileEdit[] => {
    const before = addressIn(edit, "oldResource") ?? addressIn(edit, "originalUri");
    const after = addressIn(edit, "newResource") ?? addressIn(edit, "uri");
    const kind = edit.word(["create", "delete", "rename", "edit"], "editKind");
    if (before !== undefined && after !== undefined && before !== after)
      return [{ path: before, kind: "move", newPath: after }];
    const path = after ?? before;
    if (path === undefined) return [];
    const isDeleted = after === undefined || kind === "delete";
    const isNew = kind === "create" || (type === "workspaceEdit" && !before);
    return [{ path, kind: isDeleted ? "delete" : isNew ? "create" : "update" }];
  });
  if (edits.length === 0) return "unknown";
  const status = answer.reading.editStates.get(edits[0]?.path ?? "");
  const part: EditPart = present({ type: "edit", edits, status });
  answer.parts.push(part);
  return { kept: part };
}

/**
 * The changes of a file in the steps in which the editor made them. Many files are written line by line: each step
 * replaces the next line of the file or, behind its end, adds one. Such a text is one change.
 */
function changesOf(path: string, steps: readonly Json[]): FileEdit[] {
  const changes: FileEdit[] = [];
  let written: FileEdit | undefined;
  let line = 1;
  for (const step of steps) {
    const pieces = objectsOf(listOf(step) ?? [step]);
    for (const piece of pieces) {
      const change = changeOf(path, piece);
      const isNext = pieces.length === 1 && isLine(piece, line++);
      if (isNext && written) addLine(written, change);
      else changes.push(change);
      // A text that was left is not gone on with.
      if (isNext) written ??= change;
      else line = Number.NaN;
    }
  }
  return changes;
}

/** A piece changes a text, the text of a cell in a notebook, or whole cells. */
function changeOf(path: string, piece: JsonObject): FileEdit {
  const own = objectOf(piece.edit) ?? piece;
  const range = linesOf(own.range);
  const cells = objectsOf(piece.cells).map(({ source }) => stringOf(source) ?? "");
  return present<FileEdit>({
    path,
    kind: "update",
    range: range && { start: range.start, end: range.end ?? range.start },
    after: stringOf(own.text) ?? (cells.length > 0 ? cells.join("\n\n") : undefined),
  });
}

/** True when a piece is that line of a text that is written from the first line of the file on. */
function isLine({ range, text }: JsonObject, line: number): boolean {
  const { startLineNumber, startColumn, endLineNumber, endColumn } = objectOf(range) ?? {};
  const isAdded = line > 1 && startColumn === endColumn;
  return (
    startLineNumber === line &&
    endLineNumber === line &&
    startColumn === 1 &&
    (isAdded ? /^\n?[^\n]*$/ : /^[^\n]*$/).test(stringOf(text) ?? "\n\n")
  );
}

function addLine(text: FileEdit, { range, after = "" }: FileEdit): void {
  const isAdded = after.startsWith("\n");
  text.after += isAdded ? after : `\n${after}`;
  if (text.range && range && !isAdded) text.range.end = range.end;
}

/** True when a call asked to change a file; it may not be known what it asked for. */
function asksFor({ edits }: EditCall, path: string): boolean {
  return edits === undefined || edits.some((edit) => isSameFile(edit.path, path));
}

/** Adds to a call what became of a file that it asked to change. */
function addChanges(call: EditCall, path: string, changes: readonly FileEdit[]): void {
  const [change, ...others] = changes;
  if (change === undefined) return;
  if (call.edits === undefined) {
    call.edits = [...changes];
    return;
  }
  const isSame = (edit: FileEdit) => edit.after === change.after && isSameFile(edit.path, path);
  const same = others.length === 0 ? call.edits.find(isSame) : undefined;
  if (!same) {
    const applied = [...(listOf(call.native?.applied) ?? []), ...changes];
    call.native = { ...call.native, applied: JSON.parse(JSON.stringify(applied)) };
    return;
  }
  if (same.kind === "update" && change.range) same.range = change.range;
  if (same.path !== path) call.native = { ...call.native, address: path };
}

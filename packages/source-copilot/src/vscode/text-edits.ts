import {
  type EditCall,
  type FileEdit,
  type Json,
  type JsonObject,
  present,
} from "@chatexport/core";
import { listOf, objectOf, objectsOf, stringOf } from "@chatexport/core/read";
import { isSameFile, linesOf } from "./values.js";

/**
 * The changes of a file in the steps in which the editor made them. Many files are written line by line: each step
 * replaces the next line of the file or, behind its end, adds one. Such a text is one change.
 */
export function changesOf(path: string, steps: readonly Json[]): FileEdit[] {
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

/** Whether a piece is that line of a text that is written from the first line of the file on. */
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

/** Whether a call asked to change a file; it may not be known what it asked for. */
export function asksFor({ edits }: EditCall, path: string): boolean {
  return edits === undefined || edits.some((edit) => isSameFile(edit.path, path));
}

/** Adds to a call what became of a file that it asked to change. */
export function addChanges(call: EditCall, path: string, changes: readonly FileEdit[]): void {
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

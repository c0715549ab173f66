import type { FileEdit } from "@chatexport/core";
import { label } from "../builders.js";
import { cutCode } from "../cut.js";
import { type Change, changesOf } from "../diff.js";
import type { Content } from "../nodes.js";
import type { Scope } from "../scope.js";
import { count, lineBreaks } from "../text.js";
import { languageOf, shortPath } from "./paths.js";

/** An edit with the changes that it makes. */
interface ChangedFile {
  edit: FileEdit;
  changes: Change[];
}

/** Edits: their files in a line, the number of changed lines, and the changes as blocks. */
export function editView(edits: readonly FileEdit[], scope: Scope) {
  const files = edits.map((edit) => ({ edit, changes: changesOf(edit, scope.detail === "full") }));
  return {
    code: pathsOf(edits, scope),
    outcome: outcomeOf(files),
    blocks: editBlocks(files, scope),
  };
}

function pathsOf(edits: readonly FileEdit[], scope: Scope): string {
  const paths = [...new Set(edits.map(({ path }) => shortPath(path, scope)))];
  const moved = edits.length === 1 ? edits[0]?.newPath : undefined;
  if (moved !== undefined) return `${paths[0]} → ${shortPath(moved, scope)}`;
  return paths.length > 1 ? `${paths[0]} and ${paths.length - 1} more` : (paths[0] ?? "");
}

function outcomeOf(files: readonly ChangedFile[]): string | undefined {
  const [only] = files;
  if (files.length === 1 && only?.edit.kind === "create") return newFile(only.edit);
  if (files.length === 1 && only?.edit.kind === "delete") return "deleted";
  let added = 0;
  let removed = 0;
  for (const { changes } of files)
    for (const { lines } of changes)
      for (const line of lines)
        if (line.startsWith("+")) added++;
        else if (line.startsWith("-")) removed++;
  return added + removed > 0 ? `+${added} −${removed}` : undefined;
}

function newFile({ after }: FileEdit): string {
  return after === undefined ? "new" : `new, ${count(lineCount(after), "line")}`;
}

function lineCount(text: string): number {
  return text === "" ? 0 : lineBreaks(text.trimEnd()) + 1;
}

/** Each edit as a diff; a new file as code in its language. */
function* editBlocks(files: readonly ChangedFile[], scope: Scope): Generator<Content> {
  for (const { edit, changes } of files) {
    const path = shortPath(edit.path, scope);
    if (edit.kind === "create" && edit.after !== undefined) {
      if (files.length > 1) yield label(path);
      yield* cutCode(edit.after, scope, "change", languageOf(path));
    } else if (changes.length > 0) {
      // The line of a single edit names its file.
      const isNamed = files.length === 1 && scope.detail !== "full";
      const names = isNamed ? [] : fileLines(edit, scope);
      const diff = [...names, ...changes.flatMap(changeLines)].join("\n");
      yield* cutCode(diff, scope, "change", "diff");
    }
  }
}

function fileLines({ path, newPath, kind }: FileEdit, scope: Scope): string[] {
  const before = shortPath(path, scope);
  const after = newPath === undefined ? before : shortPath(newPath, scope);
  return [
    `--- ${kind === "create" ? "/dev/null" : before}`,
    `+++ ${kind === "delete" ? "/dev/null" : after}`,
  ];
}

function changeLines({ lines, position }: Change, index: number): string[] {
  if (position) return [`@@ ${position} @@`, ...lines];
  return index > 0 ? ["@@ … @@", ...lines] : lines;
}

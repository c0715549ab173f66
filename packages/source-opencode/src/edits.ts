import { type FileEdit, type Json, type JsonObject, present } from "@chatexport/core";
import { byName, editsOfPatch, stringOf, textOf, unifiedHunks } from "@chatexport/core/read";
import type { Fields } from "@chatexport/core/source";

/** The edit of one file that the arguments of a call ask for, with the hunks that the tool noted. */
export function editOf(input: JsonObject, notes: Fields | undefined): FileEdit[] {
  const patch = stringOf(input.patchText);
  if (patch !== undefined) return editsOfPatch(patch);
  const asked = textOf(input.filePath) ?? textOf(input.path);
  const path = asked ?? notes?.text("filepath");
  if (path === undefined) return [];
  const noted = notes?.object("filediff");
  const own = hunksIn(noted, "patch");
  const hunks = own ?? hunksIn(notes, "diff");
  if (own) takeDiff(notes);
  takeCounts(noted);
  noted?.word([path], "file");
  const [before, after] = [stringOf(input.oldString), stringOf(input.newString ?? input.content)];
  const isThere = [notes?.flag("exists"), notes?.flag("existed")];
  const isNew = isThere.includes(false) || before === "";
  // The diff says what changed.
  if (hunks || isNew) for (const name of ["before", "after"]) noted?.string(name);
  return [
    present<FileEdit>({
      path,
      kind: isNew ? "create" : "update",
      hunks: isNew ? undefined : hunks,
      before: isNew || hunks ? undefined : before,
      after: isNew || !hunks ? after : undefined,
    }),
  ];
}

/** The changed files that the tool noted after it had applied a patch; a single one has the path that was asked for. */
export function changedFiles(files: readonly Fields[], asked?: string): FileEdit[] {
  return files.flatMap((file): FileEdit[] => {
    const isPath = (value: Json) => {
      const text = textOf(value);
      return text !== undefined && (asked ?? text).endsWith(text);
    };
    const own = file.fitting("filePath", isPath) ?? file.fitting("file", isPath);
    const path = asked ?? textOf(own) ?? file.text("relativePath");
    if (path === undefined) return [];
    const kind = kinds.get(file.word([...kinds.keys()], "type", "status") ?? "") ?? "update";
    const hunks = hunksIn(file, "patch", "diff");
    takeCounts(file);
    return [
      present<FileEdit>({
        path,
        kind,
        newPath: kind === "move" ? file.text("movePath") : undefined,
        hunks,
        before: hunks ? undefined : file.string("before"),
        after: hunks ? undefined : file.string("after"),
      }),
    ];
  });
}

/** Takes the first field that holds a diff. */
function hunksIn(fields: Fields | undefined, ...names: readonly string[]): FileEdit["hunks"] {
  let hunks: FileEdit["hunks"];
  const isDiff = (value: Json) => {
    hunks = unifiedHunks(value);
    return hunks !== undefined;
  };
  for (const name of names) if (fields?.fitting(name, isDiff) !== undefined) break;
  return hunks;
}

/** Takes a diff that repeats others. */
export function takeDiff(notes: Fields | undefined): void {
  notes?.fitting("diff", (value) => value === "" || /^@@ -/m.test(stringOf(value) ?? ""));
}

const kinds = byName<FileEdit["kind"]>([
  ["create", "add added"],
  ["delete", "delete deleted"],
  ["move", "move"],
  ["update", "update modified"],
]);

/** Takes the numbers of lines that a diff has, too; returns their sum. */
export function takeCounts(file: Fields | undefined): number {
  return (file?.number("additions") ?? 0) + (file?.number("deletions") ?? 0);
}

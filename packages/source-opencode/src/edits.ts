import { type FileEdit, type JsonObject, present } from "@chatexport/core";
import {
  byName,
  editsOfPatch,
  numberOf,
  objectOf,
  stringOf,
  textOf,
  unifiedHunks,
  wordOf,
} from "@chatexport/core/read";

/** The edit of one file that the arguments of a call ask for, with the hunks that the tool noted. */
export function editOf(input: JsonObject, metadata: JsonObject): FileEdit[] {
  const patch = stringOf(input.patchText);
  if (patch !== undefined) return editsOfPatch(patch);
  const path = textOf(input.filePath) ?? textOf(input.path) ?? textOf(metadata.filepath);
  if (path === undefined) return [];
  const noted = objectOf(metadata.filediff) ?? {};
  const hunks = unifiedHunks(noted.patch ?? metadata.diff);
  const [before, after] = [stringOf(input.oldString), stringOf(input.newString ?? input.content)];
  const isNew = metadata.exists === false || metadata.existed === false || before === "";
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

/** The changed files that the tool noted after it had applied a patch. */
export function changedFiles(files: readonly JsonObject[]): FileEdit[] {
  return files.flatMap((file): FileEdit[] => {
    const path = textOf(file.filePath) ?? textOf(file.file) ?? textOf(file.relativePath);
    if (path === undefined) return [];
    const kind = kinds.get(wordOf(file.type ?? file.status)) ?? "update";
    const hunks = unifiedHunks(file.patch ?? file.diff);
    return [
      present<FileEdit>({
        path,
        kind,
        newPath: kind === "move" ? textOf(file.movePath) : undefined,
        hunks,
        before: hunks ? undefined : stringOf(file.before),
        after: hunks ? undefined : stringOf(file.after),
      }),
    ];
  });
}

const kinds = byName<FileEdit["kind"]>([
  ["create", "add added"],
  ["delete", "delete deleted"],
  ["move", "move"],
]);

/** Whether a change of a file says more than that there was one. */
export function saysChange(file: JsonObject): boolean {
  return (numberOf(file.additions) ?? 0) + (numberOf(file.deletions) ?? 0) > 0;
}

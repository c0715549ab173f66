import {
  type FileEdit,
  type Hunk,
  type Json,
  type JsonObject,
  type Loose,
  nonEmpty,
  present,
  type ToolDetails,
} from "@chatexport/core";
import { listOf, nameSet, numberOf, objectOf, stringOf } from "@chatexport/core/read";

/** One replacement in a file. */
export function edit(input: JsonObject, output: JsonObject): ToolDetails {
  return edits(stringOf(output.filePath) ?? stringOf(input.file_path), {
    kind: input.old_string === "" ? "create" : "update",
    hunks: hunksOf(output.structuredPatch),
    before: stringOf(output.oldString) ?? stringOf(input.old_string),
    after: stringOf(output.newString) ?? stringOf(input.new_string),
  });
}

/** Several replacements in one file (1.0 and early 2.0), for which the tool reports one patch. */
export function multiEdit(input: JsonObject, output: JsonObject): ToolDetails {
  const path = stringOf(output.filePath) ?? stringOf(input.file_path);
  const hunks = hunksOf(output.structuredPatch);
  if (hunks) return edits(path, { kind: "update", hunks });
  const drafts = (listOf(input.edits) ?? []).map((item): Draft => {
    const { old_string, new_string } = objectOf(item) ?? {};
    return { kind: "update", before: stringOf(old_string), after: stringOf(new_string) };
  });
  return edits(path, ...drafts);
}

/** A whole file. */
export function write(input: JsonObject, output: JsonObject): ToolDetails {
  return edits(stringOf(output.filePath) ?? stringOf(input.file_path), {
    kind: output.type === "update" ? "update" : "create",
    hunks: hunksOf(output.structuredPatch),
    before: stringOf(output.originalFile),
    after: stringOf(output.content) ?? stringOf(input.content),
  });
}

/** One cell of a notebook. */
export function notebookEdit(input: JsonObject, output: JsonObject): ToolDetails {
  const before = stringOf(output.old_source);
  const after = stringOf(input.new_source);
  return edits(stringOf(input.notebook_path), { kind: "update", before, after });
}

type Draft = Partial<Loose<FileEdit>> & Pick<FileEdit, "kind">;

function edits(path: string | undefined, ...drafts: Draft[]): ToolDetails {
  const all =
    path === undefined ? [] : drafts.map((draft): FileEdit => present({ path, ...draft }));
  return present({ kind: "edit", edits: nonEmpty(all) });
}

function hunksOf(patch: Json | undefined): Hunk[] | undefined {
  return nonEmpty((listOf(patch) ?? []).flatMap((item) => hunkOf(item) ?? []));
}

/** True when hunks hold all of a patch. */
export function isWholePatch(patch: Json | undefined, hunks: readonly Hunk[]): boolean {
  const items = (listOf(patch) ?? []).map((item) => objectOf(item) ?? {});
  return (
    items.length === hunks.length &&
    items.every(
      (item, index) =>
        Object.keys(item).every((name) => hunkFields.has(name)) &&
        listOf(item.lines)?.length === hunks[index]?.lines.length,
    )
  );
}

const hunkFields = nameSet("oldStart oldLines newStart newLines lines");

function hunkOf(item: Json): Hunk | undefined {
  const hunk = objectOf(item);
  const oldStart = numberOf(hunk?.oldStart);
  const oldLines = numberOf(hunk?.oldLines);
  const newStart = numberOf(hunk?.newStart);
  const newLines = numberOf(hunk?.newLines);
  const lines = listOf(hunk?.lines)?.filter((line) => typeof line === "string");
  if (oldStart === undefined || oldLines === undefined) return undefined;
  if (newStart === undefined || newLines === undefined || !lines) return undefined;
  return { oldStart, oldLines, newStart, newLines, lines };
}

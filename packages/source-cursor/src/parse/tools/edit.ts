import { type FileEdit, type Json, type JsonObject, nonEmpty, present } from "@chatexport/core";
import {
  editsOfPatch,
  objectOf,
  objectsOf,
  stringOf,
  unifiedHunks,
  wordsOf,
} from "@chatexport/core/read";
import { firstText, firstValue, parsed } from "../../values/json-text.js";
import { pathIn, pathOf } from "../../values/uri.js";
import type { CallData, CallReader } from "./call-data.js";
import { chunkHunks, lineDiffHunks } from "./diff-hunks.js";

/** A change of files by any tool for it: replacements, whole files, sketches, patches. */
export const edit: CallReader = (_, call) =>
  present({ kind: "edit", edits: nonEmpty(editsOf(call)) });

/** A file that is deleted; the command line keeps what it held. */
export const deleteFile: CallReader = (input, { output }) => {
  const path = pathIn(input, pathNames);
  if (path === undefined) return { kind: "delete" };
  const before = firstText(output, "prevContent");
  return { kind: "delete", edits: [present({ path, kind: "delete", before })] };
};

const pathNames = wordsOf(`effectiveUri targetFile target_file relativeWorkspacePath file_path
  filePath path target_notebook targetNotebook notebook_path uri`);

/** The changes from the best source that has them: what was done before what was asked for. */
function editsOf(call: CallData): FileEdit[] {
  const patched = editsOfPatch(call.text ?? firstText(call.input, "patch", "input") ?? "");
  const [only] = patched;
  const isOfMany = patched.some(({ path }) => path !== only?.path);
  if (isOfMany || (only && only.kind !== "update")) return patched;
  const path =
    pathIn(call.input, pathNames) ??
    only?.path ??
    pathOf(objectOf(call.additional.codeblock)?.uri) ??
    pathIn(call.output, pathNames);
  if (path === undefined) return [];
  const done = editDone(path, call);
  if (done) return [done];
  if (only) return patched;
  return nonEmpty(unplacedEdits(path, call.output)) ?? editsAskedFor(path, call);
}

/** The chunks of `result.diff` where they name no lines: each is an edit of a piece of the file. */
function unplacedEdits(path: string, output: JsonObject): FileEdit[] {
  return objectsOf(objectOf(output.diff)?.chunks)
    .flatMap(({ diffString }) => editsOfPatch(`*** Update File: -\n${stringOf(diffString) ?? ""}`))
    .flatMap((edit) => (edit.before === undefined ? [] : { ...edit, path }));
}

/** The change as the editor or the command line reports it. */
function editDone(path: string, call: CallData): FileEdit | undefined {
  const { additional, output } = call;
  const isNew = isNoFile(output.beforeContentId);
  const hunks =
    lineDiffHunks(additional.precomputedDiff) ??
    chunkHunks(output.diff) ??
    unifiedHunks(output.diffString);
  const whole = stringOf(output.contentsBeforeEdit) ?? stringOf(output.beforeFullFileContent);
  const before = isNew ? undefined : whole;
  const after = stringOf(output.afterFullFileContent);
  if (hunks) {
    const [first] = hunks;
    const fillsNothing = hunks.length === 1 && first?.oldStart === 0 && first.oldLines === 0;
    return present({
      path,
      kind: isNew || fillsNothing ? "create" : "update",
      hunks,
      before,
      after,
    });
  }
  const made = after ?? content("afterContentId", call);
  if (made === undefined) return undefined;
  if (isNew) return { path, kind: "create", after: made };
  const old = before ?? content("beforeContentId", call);
  return old === undefined ? undefined : { path, kind: "update", before: old, after: made };
}

function content(field: string, { output, contentOf }: CallData): string | undefined {
  const key = firstText(output, field);
  if (key === undefined) return undefined;
  return isNoFile(key) ? "" : contentOf(key);
}

/** True when contents have the SHA-256 of nothing: before an edit it means that there was no file. */
function isNoFile(key: Json | undefined): boolean {
  return (
    typeof key === "string" &&
    key.endsWith("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  );
}

/** The edits that the model asked for: replacements, or a whole text. */
function editsAskedFor(path: string, call: CallData): FileEdit[] {
  const { input, output, additional } = call;
  const replacements = [...objectsOf(parsed(input.edits)), input].flatMap((fields) =>
    replacementOf(path, fields),
  );
  if (replacements.length > 0) return replacements;
  const whole = firstText(input, "contents", "content", "fileText", "file_text");
  const piece =
    firstText(input, "streamingContent", "streaming_content", "code_edit", "codeEdit") ??
    firstText(objectOf(additional.codeblock) ?? {}, "content") ??
    content("afterContentId", call);
  const isNew =
    isNoFile(output.beforeContentId) || (whole !== undefined && !output.beforeContentId);
  return [present({ path, kind: isNew ? "create" : "update", after: whole ?? piece })];
}

function replacementOf(path: string, fields: JsonObject): FileEdit | [] {
  const before = firstText(fields, "old_string", "oldString", "old_str");
  const after = firstText(fields, "new_string", "newString", "new_str");
  if (before !== undefined) return { path, kind: "update", before, after: after ?? "" };
  if (after === undefined) return [];
  const isCreation = firstValue(fields, "old_string", "oldString", "old_str") === "";
  return { path, kind: isCreation ? "create" : "update", after };
}

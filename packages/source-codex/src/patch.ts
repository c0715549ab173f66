import { type FileEdit, type Hunk, type JsonObject, nonEmpty, present } from "@chatexport/core";
import { objectOf, stringOf, textOf } from "@chatexport/core/read";

/** The changes that the tool noted after it had applied a patch. */
export function changedFiles(changes: JsonObject): FileEdit[] {
  return Object.entries(changes).flatMap(([path, value]): FileEdit[] => {
    const change = objectOf(value) ?? {};
    // Older versions write the kind as the key.
    const kind = textOf(change.type) ?? Object.keys(change)[0];
    const inner = textOf(change.type) ? change : (objectOf(change[kind ?? ""]) ?? {});
    const content = stringOf(inner.content);
    if (kind === "add") return [present({ path, kind: "create", after: content })];
    if (kind === "delete") return [present({ path, kind: "delete", before: content })];
    if (kind !== "update") return [];
    const newPath = textOf(inner.move_path);
    const hunks = nonEmpty(hunksOf(stringOf(inner.unified_diff) ?? ""));
    return [present({ path, kind: newPath ? "move" : "update", newPath, hunks })];
  });
}

/** The hunks of a unified diff. */
function hunksOf(diff: string): Hunk[] {
  const hunks: Hunk[] = [];
  for (const line of diff.split("\n")) {
    const head = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (head)
      hunks.push({
        oldStart: Number(head[1]),
        oldLines: Number(head[2] ?? 1),
        newStart: Number(head[3]),
        newLines: Number(head[4] ?? 1),
        lines: [],
      });
    else if (/^[ +\-\\]/.test(line)) hunks.at(-1)?.lines.push(line);
  }
  return hunks;
}

/** The edits that the text of a patch asks for; its hunks name no lines, so each becomes the texts before and after. */
export function editsOfPatch(patch: string): FileEdit[] {
  const edits: FileEdit[] = [];
  let [before, after] = ["", ""];
  const endHunk = () => {
    const edit = edits.at(-1);
    if (edit && (before || after)) {
      const texts = edit.kind === "create" ? { after } : { before, after };
      if (edit.after === undefined && edit.before === undefined) Object.assign(edit, texts);
      else edits.push({ ...edit, ...texts });
    }
    [before, after] = ["", ""];
  };
  for (const line of patch.split("\n")) {
    const file = /^\*\*\* (Add|Update|Delete) File: (.{1,4096})$/.exec(line);
    const last = edits.at(-1);
    if (file || line.startsWith("@@")) endHunk();
    if (file)
      edits.push({ path: (file[2] ?? "").trimEnd(), kind: kinds[file[1] ?? ""] ?? "update" });
    else if (line.startsWith("*** Move to: ") && last)
      Object.assign(last, { newPath: line.slice(13).trimEnd(), kind: "move" });
    else {
      if (/^[- ]/.test(line)) before += `${line.slice(1)}\n`;
      if (/^[+ ]/.test(line)) after += `${line.slice(1)}\n`;
    }
  }
  endHunk();
  return edits;
}

const kinds: Readonly<Record<string, FileEdit["kind"]>> = {
  Add: "create",
  Update: "update",
  Delete: "delete",
};

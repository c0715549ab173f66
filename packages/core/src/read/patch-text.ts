import type { FileEdit } from "../model.js";

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

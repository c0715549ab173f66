import type { FileEdit } from "../model.js";

/** The edits that the text of a patch asks for; its hunks name no lines, so each becomes the texts before and after. */
export function editsOfPatch(patch: string): FileEdit[] {
  const edits: FileEdit[] = [];
  let hunk: string[] = [];
  const side = (marks: string) =>
    // Models leave the space out before a line that is blank.
    hunk.map((line) => (marks.includes(line[0] ?? " ") ? `${line.slice(1)}\n` : "")).join("");
  const endHunk = () => {
    // A blank line may stand before the next file.
    if (hunk.at(-1) === "") hunk.pop();
    const edit = edits.at(-1);
    const [before, after] = [side("- "), side("+ ")];
    if (edit && before !== after) {
      const texts = edit.kind === "create" ? { after } : { before, after };
      if (edit.after === undefined) Object.assign(edit, texts);
      else edits.push({ path: edit.newPath ?? edit.path, kind: "update", ...texts });
    }
    hunk = [];
  };
  for (const line of patch.split(/\r?\n/)) {
    const [, action, path] = /^\*\*\* (Add|Update|Delete) File: (.{1,4096})$/.exec(line) ?? [];
    const last = edits.at(-1);
    if (path || /^(?:@@|\*\*\* E)/.test(line)) endHunk();
    if (path)
      edits.push({
        path: path.trimEnd(),
        kind: action === "Add" ? "create" : action === "Delete" ? "delete" : "update",
      });
    else if (line.startsWith("*** Move to: ") && last)
      Object.assign(last, { newPath: line.slice(13).trimEnd(), kind: "move" });
    else hunk.push(line);
  }
  endHunk();
  return edits;
}

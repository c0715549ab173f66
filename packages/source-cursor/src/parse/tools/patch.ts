import type { FileEdit } from "@chatexport/core";

/**
 * The changes in a patch as models write it for `apply_patch`:
 *
 *     *** Begin Patch
 *     *** Update File: a.ts
 *     *** Move to: b.ts
 *     @@ function f()
 *      unchanged
 *     -old
 *     +new
 *     *** End Patch
 *
 * with `*** Add File:` and `*** Delete File:` alike. Its hunks have no line numbers; so each is an
 * edit of its own, of a piece of the file before and after. Text that is no patch has no changes.
 */
export function patchEdits(patch: string): FileEdit[] {
  const edits: FileEdit[] = [];
  let section: Section | undefined;
  for (const line of patch.split(/\r?\n/)) {
    const header = /^\*\*\* (Add|Update|Delete) File: (.+)$/.exec(line);
    const movedTo = /^\*\*\* Move to: (.+)$/.exec(line)?.[1]?.trim();
    if (header) {
      if (section) edits.push(...editsOf(section));
      section = { action: header[1] ?? "", path: header[2]?.trim() ?? "", hunks: [[]] };
    } else if (!section) continue;
    else if (movedTo !== undefined) section.newPath = movedTo;
    else if (line.startsWith("*** End Patch")) break;
    else if (line.startsWith("@@")) section.hunks.push([]);
    else if (!line.startsWith("*** ")) section.hunks.at(-1)?.push(line);
  }
  if (section) edits.push(...editsOf(section));
  return edits;
}

interface Section {
  action: string;
  path: string;
  newPath?: string;
  hunks: string[][];
}

function editsOf({ action, path, newPath, hunks }: Section): FileEdit[] {
  if (action === "Delete") return [{ path, kind: "delete" }];
  if (action === "Add") return [{ path, kind: "create", after: side(hunks.flat(), "+") }];
  const changed = hunks.filter((lines) => lines.some((line) => /^[-+]/.test(line)));
  const pieces = changed.map((lines) => ({ before: side(lines, "-"), after: side(lines, "+") }));
  if (newPath === undefined)
    return pieces.length > 0
      ? pieces.map((piece) => ({ path, kind: "update", ...piece }))
      : [{ path, kind: "update" }];
  const [first, ...others] = pieces;
  return [
    { path, kind: "move", newPath, ...first },
    ...others.map((piece): FileEdit => ({ path: newPath, kind: "update", ...piece })),
  ];
}

/** The lines of one side of a hunk; those that are unchanged are on both. */
function side(lines: readonly string[], mark: "-" | "+"): string {
  const other = mark === "-" ? "+" : "-";
  return lines
    .filter(
      (line, index) => !line.startsWith(other) && !(line === "" && index === lines.length - 1),
    )
    .map((line) => `${/^[-+ ]/.test(line) ? line.slice(1) : line}\n`)
    .join("");
}

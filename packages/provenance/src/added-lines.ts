import type { Git } from "./git.js";

/** The lines that a commit brought into a file. */
export interface AddedLines {
  /** From the root of the repository, with slashes. */
  path: string;
  /** The earlier path of the file, if it was renamed. */
  oldPath?: string;
  /** Each once, as `normal` writes it: those that tell something, and that no version of the file before had. */
  lines: string[];
}

/** So much of a file around its changes is looked at for lines that only moved, or occur twice. */
const linesAround = 3000;

/** The lines that a commit added to files. Merges add nothing. */
export async function addedLines(git: Git, hash: string): Promise<AddedLines[]> {
  const options = ["-r", "-p", "-M", "--root", "--no-commit-id", `--unified=${linesAround}`];
  const plain = ["--no-ext-diff", "--no-textconv", "--no-color", "--submodule=short"];
  const names = ["--src-prefix=a/", "--dst-prefix=b/"];
  return filesIn(await git("diff-tree", ...options, ...plain, ...names, hash));
}

/** The files of a unified diff with what they got. */
function filesIn(diff: string): AddedLines[] {
  const files: (Omit<AddedLines, "lines"> & { added: Set<string>; before: Set<string> })[] = [];
  let left = { old: 0, new: 0 };
  let oldPath: string | undefined;
  for (const line of diff.split("\n")) {
    const file = files.at(-1);
    if (file && (left.old > 0 || left.new > 0)) {
      const mark = line.charAt(0);
      if (mark === "\\") continue;
      if (mark !== "+") left.old--;
      if (mark !== "-") left.new--;
      (mark === "+" ? file.added : file.before).add(normal(line.slice(1)));
      continue;
    }
    const hunk = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/.exec(line);
    if (hunk) left = { old: Number(hunk[1] ?? 1), new: Number(hunk[2] ?? 1) };
    else if (line.startsWith("--- ")) oldPath = pathIn(line, "--- a/");
    else if (line.startsWith("+++ ")) {
      const path = pathIn(line, "+++ b/");
      if (path !== undefined)
        files.push({
          path,
          ...(oldPath !== undefined && oldPath !== path && { oldPath }),
          added: new Set(),
          before: new Set(),
        });
    }
  }
  return files.map(({ added, before, ...file }) => ({
    ...file,
    lines: [...added].filter((line) => isTelling(line) && !before.has(line)),
  }));
}

/** The path in the header of a file; undefined for `/dev/null`. A name with a space in it has a tab behind it. */
function pathIn(line: string, before: string): string | undefined {
  return line.startsWith(before) ? line.slice(before.length).replace(/\t$/, "") : undefined;
}

/** A line without what indents it and how its blanks are written. */
export function normal(line: string): string {
  return line.replace(/\s+/g, " ").trim();
}

/** Many files have shorter lines alike: braces, `return false;`. */
const fewestBytes = 12;

/** Tells if a line says enough to be known again. */
export function isTelling(line: string): boolean {
  return Buffer.byteLength(line.replace(/[^\p{L}\p{N}]+/gu, "")) >= fewestBytes;
}

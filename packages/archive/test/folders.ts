import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** An empty folder that is removed after the test. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "chatexport-archive-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The paths of the files below a folder, with slashes. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.replaceAll("\\", "/"))
    .sort();
}

/** The documents of an archive, without its index and what it keeps for itself. */
export function documentsIn(folder: string): string[] {
  return filesIn(folder).filter((path) => !/^(?:\.chatexport\/|index\.)/.test(path));
}

/** The files and folders below a folder, each file with its content. */
export function treeOf(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    paths.map((path) => [path.replaceAll("\\", "/"), contentOf(join(folder, path))]),
  );
}

function contentOf(path: string): string {
  return statSync(path).isDirectory() ? "(folder)" : readFileSync(path, "latin1");
}

/** The part of a tree that people see. */
export function visibleOf(tree: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tree).filter(([path]) => !path.startsWith(".chatexport")),
  );
}

/** The bytes and times of all files of an archive. */
export function stateOf(folder: string): Record<string, [string, number]> {
  return Object.fromEntries(
    filesIn(folder).map((path) => {
      const file = join(folder, path);
      return [path, [readFileSync(file, "latin1"), statSync(file).mtimeMs]];
    }),
  );
}

/** Makes all files of an archive look old, so that each one that is written shows. */
export function makeOld(folder: string): void {
  for (const path of filesIn(folder)) utimesSync(join(folder, path), 1, 1);
}

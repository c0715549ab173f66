import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join, relative } from "node:path";

/** Everything below a folder, a line for each file and folder: name, kind, rights, time in ns, content. */
export function treeOf(root: string, leaveOut: (path: string) => boolean = () => false): string[] {
  const lines: string[] = [];
  const visit = (folder: string) => {
    for (const name of readdirSync(folder).sort()) {
      const path = join(folder, name);
      if (leaveOut(path)) continue;
      const info = lstatSync(path, { bigint: true });
      const content = info.isSymbolicLink()
        ? readlinkSync(path)
        : info.isDirectory()
          ? ""
          : createHash("sha256").update(readFileSync(path)).digest("hex");
      // The time of a folder is set by a program, which some versions of Node do to the µs.
      const time = info.isDirectory() ? info.mtimeNs / 1000n : info.mtimeNs;
      lines.push([relative(root, path), info.mode.toString(8), time, content].join(" "));
      if (info.isDirectory()) visit(path);
    }
  };
  visit(root);
  return lines;
}

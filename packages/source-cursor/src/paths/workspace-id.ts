import { createHash } from "node:crypto";
import { isWindowsPath } from "./folder-names.js";

/** The systems that name folders of `workspaceStorage` differently. */
export type EditorPlatform = "darwin" | "linux" | "win32";

/** What a file system knows of a folder that two folders of one path do not share. */
export interface FolderOnDisk {
  ino: number;
  birthtime: Date;
  /** Since 1970. */
  birthtimeMs: number;
}

/**
 * The system that a `User` folder is from, by where it lies, for a copy keeps its folders' names; where that
 * does not tell, `system`, as Node names it.
 */
export function platformOf(userFolder: string, system: string): EditorPlatform {
  const slashes = userFolder.replaceAll("\\", "/");
  if (slashes.includes("/Library/Application Support/")) return "darwin";
  if (slashes.includes("/AppData/")) return "win32";
  return system === "darwin" || system === "win32" ? system : "linux";
}

/**
 * The name of the folder in `workspaceStorage` that Cursor makes for a folder, or for a `.code-workspace`
 * file (as VS Code does, 3.x). It depends on when a folder was made, on Linux on its inode: undefined for a
 * folder of which nothing is known.
 */
export function workspaceId(
  path: string,
  folder: FolderOnDisk | undefined,
  platform: EditorPlatform,
): string | undefined {
  if (path.endsWith(".code-workspace"))
    return md5(platform === "linux" ? path : path.toLowerCase());
  if (!folder) return undefined;
  const drive = isWindowsPath(path) ? path.slice(0, 1).toLowerCase() + path.slice(1) : path;
  return md5(drive + salts[platform](folder));
}

const salts: Record<EditorPlatform, (folder: FolderOnDisk) => string> = {
  linux: ({ ino }) => String(ino),
  darwin: ({ birthtime }) => String(birthtime.getTime()),
  win32: ({ birthtimeMs }) => String(Math.floor(birthtimeMs)),
};

function md5(text: string): string {
  return createHash("md5").update(text).digest("hex");
}

import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { attempt, readTextFile } from "@chatexport/core/read";
import { slugOf } from "../workspaces/folder-names.js";

/** The systems that name folders of `workspaceStorage` differently. */
export type EditorPlatform = "darwin" | "linux" | "win32";

/** The file system's facts about a folder that two folders of one path do not share. */
export interface FolderOnDisk {
  ino: number;
  birthtime: Date;
  /** Since 1970. */
  birthtimeMs: number;
}

/** The system that a `User` folder is from, by where it lies, else `system`, as Node names it. */
export function platformOf(userFolder: string, system: string): EditorPlatform {
  const slashes = userFolder.replaceAll("\\", "/");
  if (slashes.includes("/Library/Application Support/")) return "darwin";
  if (slashes.includes("/AppData/")) return "win32";
  return system === "darwin" || system === "win32" ? system : "linux";
}

/**
 * The name of the folder in `workspaceStorage` that Cursor makes for a folder, or for a `.code-workspace`
 * file (as VS Code does, 3.x). It depends on when the folder was made, on Linux on its inode.
 */
export function workspaceId(
  path: string,
  folder: FolderOnDisk | undefined,
  platform: EditorPlatform,
): string | undefined {
  if (path.endsWith(".code-workspace"))
    return md5(platform === "linux" ? path : path.toLowerCase());
  if (!folder) return undefined;
  return md5(withSmallDrive(path) + salts[platform](folder));
}

const salts: Record<EditorPlatform, (folder: FolderOnDisk) => string> = {
  linux: ({ ino }) => String(ino),
  darwin: ({ birthtime }) => String(birthtime.getTime()),
  win32: ({ birthtimeMs }) => String(Math.floor(birthtimeMs)),
};

function md5(text: string): string {
  return createHash("md5").update(text).digest("hex");
}

function withSmallDrive(path: string): string {
  return path.replace(/^[A-Z]:/, (drive) => drive.toLowerCase());
}

/**
 * The names that Cursor gives a folder in `projects`, the newest spelling first: all but letters and digits
 * become "-" (2026); before, only separators and the colon of a drive. Case is kept, but for the drive's.
 */
export function projectSlugs(path: string): string[] {
  const drive = withSmallDrive(path);
  const spellings = [
    drive.normalize("NFC").replace(/[^A-Za-z0-9]+/g, "-"),
    drive.replace(/[\\/:]+/g, "-"),
  ];
  return spellings.map((slug) => slug.replace(/^-/, "").replace(/-$/, ""));
}

/** True when a name in `projects` may be that of a folder, in whichever spelling. */
export function hasSlug(name: string, path: string): boolean {
  return slugOf(name) === slugOf(path);
}

/** The process id in `code.lock` beside a `User` folder (VS Code 1.70 on); the process may have ended. */
export function editorLock(userFolder: string): { path: string; processId: number } | undefined {
  const path = join(dirname(userFolder), "code.lock");
  const text = attempt(() => readTextFile(path).trim()) ?? "";
  const processId = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return processId > 0 ? { path, processId } : undefined;
}

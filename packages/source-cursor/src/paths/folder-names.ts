import { hashesOf, slugOf } from "../workspaces/slugs.js";

/** Whether a path begins with a drive of Windows. */
export function isWindowsPath(path: string): boolean {
  return /^[A-Za-z]:/.test(path);
}

/**
 * The names that Cursor gives a folder in `projects`, the newest spelling first: all but letters and digits
 * become "-" (2026); before, only separators and the colon of a drive. Case is kept, but for the drive's.
 */
export function projectSlugs(path: string): string[] {
  const drive = isWindowsPath(path) ? path.slice(0, 1).toLowerCase() + path.slice(1) : path;
  const newest = trimmed(drive.normalize("NFC").replace(/[^A-Za-z0-9]+/g, "-"));
  return [newest, trimmed(drive.replace(/[\\/:]+/g, "-"))];
}

/** Whether a name in `projects` may be that of a folder, in whichever spelling. */
export function hasSlug(name: string, path: string): boolean {
  return slugOf(name) === slugOf(path);
}

/** The names that Cursor may give a folder in `chats`: the MD5 of its path; of Windows the drive has two cases. */
export function chatsFolderNames(path: string): string[] {
  return hashesOf(path);
}

function trimmed(slug: string): string {
  return slug.replace(/^-/, "").replace(/-$/, "");
}

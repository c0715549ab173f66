import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { compareStrings, messageOf } from "@chatexport/core";
import type { Note } from "../move/store-plan.js";

/** What a folder holds, by name; nothing and a note when nobody may look. */
export function entriesOf(folder: string, notes: Note[]): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
      compareStrings(a.name, b.name),
    );
  } catch (cause) {
    notes.push({
      code: "unreadable-folder",
      message: `The folder cannot be read and stays as it is: ${messageOf(cause)}. Make it readable and plan again.`,
      path: folder,
    });
    return [];
  }
}

/** A note about a file that is left as it is because it cannot be read. */
export function unreadable(path: string, cause: unknown): Note {
  return {
    code: "unreadable-file",
    message: `The file cannot be read and stays as it is: ${messageOf(cause)}. Make it readable and plan again.`,
    path,
  };
}

/** What is known of the file or folder to which a path leads; undefined when there is none. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** A path with links resolved; as it is when it leads nowhere. */
export function resolved(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

import { basename } from "node:path";
import type { Note } from "../move/store-plan.js";

/** Rows stay as they are because their values cannot be read. */
export function unreadableRows(path: string, count: number): Note {
  const message = `${rowsOf(count)} that may name the project cannot be read, and stay as they are.`;
  return { code: "rows-unreadable", message, path };
}

/** Rows keep their keys because others have the new ones. */
export function existingRows(path: string, count: number): Note {
  const message = `${rowsOf(count)} of the old folder stay under their names, because the new folder has such rows already.`;
  return { code: "rows-exist", message, path };
}

function rowsOf(count: number): string {
  return count === 1 ? "A row" : `${count} rows`;
}

/** Two folders that become one have different things of one name; `kept` is the new path of the second. */
export function keptBoth(path: string, kept: string): Note {
  const message = `The new folder has another one of this name, so it is kept as ${basename(kept)}.`;
  return { code: "kept-both", message, path };
}

/** Chats say only in their contents where they took place. */
export function placeInContent(path: string, count: number): Note {
  const message = `${count} of the chats in it have no meta.json that says where they took place: Cursor finds them in the new folder, but here they are listed under the old one, which stands in what was said.`;
  return { code: "place-in-content", message, path };
}

/** Folders of the same path on another machine were opened. */
export function remoteWorkspaces(path: string, count: number, editor: string): Note {
  const message = `${count === 1 ? "A folder of the same path" : `${count} folders of such paths`} on another machine ${count === 1 ? "was" : "were"} opened in ${editor}: what is known of it stays as it is. Move it in ${editor} on that machine.`;
  return { code: "remote-workspaces", message, path };
}

/** The name of a workspace depends on a folder that is not on this machine. */
export function folderNotHere(path: string, folder: string, editor: string): Note {
  const message = `${folder} is not on this machine, so the name that ${editor} will give it is not known, and the old one stays. Run this again where the folder is, or ${editor} will not find its open chats.`;
  return { code: "folder-not-here", message, path };
}

/** Another workspace has the name that the editor gives the new folder. */
export function nameTaken(path: string, editor: string): Note {
  const message = `The name that ${editor} gives the new folder is that of another one here, so the old name stays. Open the new folder in ${editor} once, close it, and run this again.`;
  return { code: "name-taken", message, path };
}

const sentences = {
  /** A file stays as it is because it is not JSON. */
  "malformed-json":
    "The file is no JSON, so it stays as it is. If its editor does not need it, remove it.",
  /** The slug of a project is that of a folder that stays. */
  "ambiguous-project":
    "Its name is that of another folder as well, so it stays. If its transcripts are those of the project, rename it yourself.",
} as const;

/** The note for people on the file or folder at a path, by its code. */
export function noteOn(path: string, code: keyof typeof sentences): Note {
  return { code, message: sentences[code], path };
}

import { messageOf } from "@chatexport/core";
import type { Note, Rewrite } from "../move/store-plan.js";

const unreadables = { "unreadable-file": "file", "unreadable-folder": "folder" } as const;

/** A file or folder stays as it is because it cannot be read. */
export function unreadable(code: keyof typeof unreadables, path: string, cause: unknown): Note {
  const message = `The ${unreadables[code]} cannot be read and stays as it is: ${messageOf(cause)}. Make it readable and plan again.`;
  return { code, message, path };
}

/** A file of a session that moves cannot be read, so that it would still name the old path: nothing is moved then. */
export function notRewritten(path: string, cause: unknown): Note {
  const message = `The file cannot be read, so that it would still name the old path: ${messageOf(cause)}. Make it readable and plan again.`;
  return { code: "not-rewritten", message, path };
}

/** Lines of a file, or all of it, name the old path and are not JSON. */
export function malformed(path: string, kind: Rewrite["kind"], count: number): Note {
  const lines = count === 1 ? "A line of the file is" : `${count} lines of the file are`;
  if (kind === "lines") {
    const message = `${lines} not JSON and will still name the old path; they cannot be understood, so they stay as they are.`;
    return { code: "malformed-lines", message, path };
  }
  const message =
    "The file is not JSON and will still name the old path; it stays as it is. Mend it, or remove it if you do not need it.";
  return { code: "malformed-json", message, path };
}

const sentences = {
  /** Two folders that become one have different files of one name. */
  "kept-both":
    "Both folders have a file of this name, and they differ, so the one that is moved gets another name. Compare them, and keep what you need.",
  /** The folder of a project has another name than the tool gives it. */
  "kept-folder-name":
    "The folder is not named after the project, so it keeps its name; its sessions get the new paths.",
  /** A folder may belong to a project that stays. */
  "unclear-project-folder":
    "Two projects would have this folder, and no session in it says whose it is, so it stays. Rename it by hand if it belongs to the project that moves.",
  /** A folder holds sessions of a project that stays. */
  "shared-project-folder":
    "Another project has the same folder, so only the sessions leave it; what the tool remembers about the project (`memory`) stays. Copy it by hand if you need it.",
  /** A folder cannot get its new name. */
  "blocked-project-folder":
    "The folder keeps its name, because a link or a file is in the way, or a folder cannot be read; its sessions get the new paths. Rename it by hand after the project if the tool does not find them.",
  /** The folder of a project is a link to one that is planned itself. */
  "linked-project-folder":
    "The folder of a project is a link to another one, which is handled itself; the link stays as it is. Change it when it leads nowhere after the move.",
  /** The store lies in the project. */
  "store-in-project":
    "The tool keeps its files in the project itself, so they move with it. Set CLAUDE_CONFIG_DIR to their new place.",
} as const;

/** The note for people on the file or folder at a path, by its code. */
export function noteOn(path: string, code: keyof typeof sentences): Note {
  return { code, message: sentences[code], path };
}

import { messageOf } from "@chatexport/core";
import type { Note, Rewrite } from "../move/store-plan.js";

/** A folder stays as it is because it cannot be read. */
export function unreadableFolder(path: string, cause: unknown): Note {
  const message = `The folder cannot be read and stays as it is: ${messageOf(cause)}. Make it readable and plan again.`;
  return { code: "unreadable-folder", message, path };
}

/** A file stays as it is because it cannot be read. */
export function unreadableFile(path: string, cause: unknown): Note {
  const message = `The file cannot be read and stays as it is: ${messageOf(cause)}. Make it readable and plan again.`;
  return { code: "unreadable-file", message, path };
}

/** Lines of a file, or all of it, name the old path and are not JSON. */
export function malformed(path: string, kind: Rewrite["kind"], count: number): Note {
  const lines = count === 1 ? "A line of the file is" : `${count} lines of the file are`;
  if (kind === "lines") {
    const message = `${lines} not JSON and will still name the old path; nobody can say what stands there, so they stay as they are.`;
    return { code: "malformed-lines", message, path };
  }
  const message =
    "The file is not JSON and will still name the old path; it stays as it is. Mend it, or remove it if you do not need it.";
  return { code: "malformed-json", message, path };
}

/** Two folders that become one have different files of one name. */
export function keptBoth(path: string): Note {
  const message =
    "Both folders have a file of this name, and they differ, so the one that is moved gets another name. Compare them, and keep what you need.";
  return { code: "kept-both", message, path };
}

/** The folder of a project has another name than the tool gives it. */
export function keptName(path: string): Note {
  const message =
    "The folder is not named after the project, so it keeps its name; its sessions get the new paths.";
  return { code: "kept-folder-name", message, path };
}

/** A folder may belong to a project that stays. */
export function unclearFolder(path: string): Note {
  const message =
    "Two projects would have this folder, and no session in it says whose it is, so it stays. Rename it by hand if it belongs to the project that moves.";
  return { code: "unclear-project-folder", message, path };
}

/** A folder holds sessions of a project that stays. */
export function sharedFolder(path: string): Note {
  const message =
    "Another project has the same folder, so only the sessions leave it; what the tool remembers about the project (`memory`) stays. Copy it by hand if you need it.";
  return { code: "shared-project-folder", message, path };
}

/** A folder cannot get its new name. */
export function blockedFolder(path: string): Note {
  const message =
    "The folder keeps its name, because a link or a file is in the way, or a folder cannot be read; its sessions get the new paths. Rename it by hand after the project if the tool does not find them.";
  return { code: "blocked-project-folder", message, path };
}

/** The folder of a project is a link to one that is planned itself. */
export function linkedFolder(path: string): Note {
  const message =
    "The folder of a project is a link to another one, which is handled itself; the link stays as it is. Change it when it leads nowhere after the move.";
  return { code: "linked-project-folder", message, path };
}

/** The store lies in the project. */
export function storeInProject(path: string): Note {
  const message =
    "The tool keeps its files in the project itself, so they move with it. Set CLAUDE_CONFIG_DIR to their new place.";
  return { code: "store-in-project", message, path };
}

import { join } from "node:path";
import { textOf } from "@chatexport/core/read";
import { chatsFolderNames, entriesOf, files, folders } from "@chatexport/source-cursor/paths";
import { jsonAt } from "../editor/workspaces.js";

/** A session of the command line. */
interface Chat {
  id: string;
  folder: string;
  /** The place of its JSON, if there is any. */
  meta: string;
  cwd?: string;
}

/** The files below a folder like `~/.cursor`. */
export interface DotFolder {
  path: string;
  /** In `chats`, by the names of their folders. */
  chats: Map<string, Chat[]>;
  acpSessions: Chat[];
  projects: ProjectFolder[];
}

/** A folder in `projects`. */
export interface ProjectFolder {
  name: string;
  folder: string;
  /** The path that a file in it says it is for. */
  path?: string;
}

/** Reads which sessions and projects a dot folder has. */
export function readDotFolder(path: string): DotFolder {
  const chats = join(path, folders.chats);
  const projects = join(path, folders.projects);
  return {
    path,
    chats: new Map(
      entriesOf(chats).folders.map((name) => [name, chatsIn(join(chats, name))] as const),
    ),
    acpSessions: chatsIn(join(path, folders.acpSessions)),
    projects: entriesOf(projects).folders.map((name) => projectAt(join(projects, name), name)),
  };
}

function chatsIn(folder: string): Chat[] {
  return entriesOf(folder).folders.map((id) => {
    const path = join(folder, id);
    const meta = join(path, files.chat);
    const cwd = textOf(jsonAt(meta)?.cwd);
    return { id, folder: path, meta, ...(cwd !== undefined && { cwd }) };
  });
}

function projectAt(folder: string, name: string): ProjectFolder {
  for (const file of files.projects) {
    const json = jsonAt(join(folder, file));
    const path = textOf(json?.workspacePath) ?? textOf(json?.path);
    if (path !== undefined) return { name, folder, path };
  }
  return { name, folder };
}

/** The directory that a folder in `chats` is named after, among those of its sessions and those that are known. */
export function directoryOf(
  name: string,
  chats: readonly Chat[],
  known: Iterable<string>,
): string | undefined {
  const isNamedAfter = (path: string) => chatsFolderNames(path).includes(name.toLowerCase());
  for (const { cwd } of chats) if (cwd !== undefined && isNamedAfter(cwd)) return cwd;
  for (const path of known) if (isNamedAfter(path)) return path;
  return undefined;
}

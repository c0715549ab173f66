import { basename, dirname, join } from "node:path";

/** The editor's own lists of chats. */
export interface ChatIndex {
  /** The title of a chat in the list beside it. */
  title(path: string, id: string): string | undefined;
}

/** The folder of the workspace that a chat belongs to. */
export function workspaceOf(path: string): string {
  return isDatabase(path) ? dirname(path) : dirname(dirname(path));
}

/** Whether a chat lies in the database of a workspace. */
export function isDatabase(path: string): boolean {
  return basename(path) === "state.vscdb";
}

/** The notes of the editor on which changes of a chat were kept; none of an id that leads elsewhere. */
export function editsAt(path: string, id: string): string | undefined {
  if (!/^[\w-]+$/.test(id)) return undefined;
  return join(workspaceOf(path), "chatEditingSessions", id, "state.json");
}

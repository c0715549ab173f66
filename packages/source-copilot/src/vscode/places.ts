import { basename, dirname, join } from "node:path";
import type { Context, EditPart } from "@chatexport/core";
import { numberOf, objectOf, objectsOf } from "@chatexport/core/read";
import { notesBeside } from "../beside.js";
import type { Head } from "../head.js";
import { addressOf } from "./values.js";

/** The row in which VS Code lists the chats of a workspace, by their ids: one that is not there is not shown (1.109). */
export const chatIndexKey = "chat.ChatSessionStore.index";

/** The editor's own lists of chats, and of the folders that they belong to. */
export interface ChatIndex {
  /** The title of a chat in the list beside it. */
  title(path: string, id: string): string | undefined;
  /** The folder that the workspace of a chat stands for. */
  place(path: string): { path?: string; url?: string };
}

/** The folder of the workspace that a chat belongs to. */
export function workspaceOf(path: string): string {
  return isDatabase(path) ? dirname(path) : dirname(dirname(path));
}

/** True when a chat lies in the database of a workspace. */
export function isDatabase(path: string): boolean {
  return basename(path) === "state.vscdb";
}

/** The notes of the editor on which changes of a chat were kept; none of an id that leads elsewhere. */
export function editsAt(path: string, id: string): string | undefined {
  if (!/^[\w-]+$/.test(id)) return undefined;
  return join(workspaceOf(path), "chatEditingSessions", id, "state.json");
}

/** The fate of the changes of files, by their paths: the editor notes it beside the chats. */
export function keptEdits(head: Head, context: Context): ReadonlyMap<string, EditPart["status"]> {
  const states = new Map<string, EditPart["status"]>();
  const place = editsAt(head.path, head.id);
  const notes = place === undefined ? undefined : notesBeside(place, context);
  const snapshot = objectOf(notes?.recentSnapshot);
  for (const entry of objectsOf(snapshot?.entries)) {
    const path = addressOf(entry.resource);
    const status = statuses[numberOf(entry.state) ?? -1];
    if (path !== undefined && status !== undefined) states.set(path, status);
  }
  return states;
}

/** Changed and not decided on, kept, undone. */
const statuses: readonly EditPart["status"][] = ["proposed", "accepted", "rejected"];

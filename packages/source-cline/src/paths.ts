import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Context, SourceOptions } from "@chatexport/core";
import { attempt } from "@chatexport/core/read";
import {
  type PackedFiles,
  type PlacedFile,
  type PlacedStore,
  placedSessions,
} from "@chatexport/core/source";
import { aboutFile, isMessages, messagesFile, nameOf } from "./documents.js";
import { headOf } from "./heads.js";
import { placesOf } from "./places.js";
import { historyItem, isTask, itemFiles, listFiles } from "./task-files.js";
import { taskHead } from "./task-heads.js";

/** True when a file is a session or a task; the messages of a sub-agent are part of the session in whose folder they lie. */
export function isSession(path: string): boolean {
  if (!isMessages(path)) return isTask(path);
  const folder = dirname(path);
  const own = basename(folder);
  return nameOf(path) === own || !existsSync(messagesFile(folder, own));
}

/** The stores with what tells where their sessions and tasks took place. */
export function placedStores(given: SourceOptions, context: Context): PlacedStore[] {
  const places = ["sessions.cwd", "sessions.workspace_root"];
  return placesOf(given).map((place) => {
    const sessions = placedSessions(place, isSession, placed, context);
    const above = dirname(place);
    if (basename(place) === "tasks")
      return { files: listFiles(place).map(list), sessions, name: extensionIn(above), root: above };
    const path = join(above, "db", "sessions.db");
    return {
      ...{ files: [{ path, kind: "database", places }], sessions, name: "sessions", root: place },
    };
  });
}

/** The extension whose tasks lie in a folder; "tasks" where none is known. */
function extensionIn(folder: string): string {
  return basename(folder).includes(".") ? basename(folder) : "tasks";
}

function placed(path: string) {
  const listed = isMessages(path) ? headOf(path) : taskHead(path);
  if (!listed) return undefined;
  const placedBy = isMessages(path)
    ? [{ ...document(aboutFile(path), ["cwd", "workspace_root"]), ownPaths: ["messages_path"] }]
    : placesOfTask(path);
  const own = dirname(path);
  const folder = isMessages(path) ? dirname(own) : dirname(dirname(own));
  const within = { folder, own: [own] };
  return { id: listed.id, cwd: listed.cwd, path, placedBy, within };
}

/** The lists that name the folder of a task; without one, only the conversation tells it. */
function placesOfTask(path: string): PlacedFile[] {
  if (historyItem(path)?.cwd === undefined) return [];
  const [own = "", ...lists] = itemFiles(path);
  return [document(own, folders), ...lists.map(list)];
}

/** A list of tasks, without which an extension does not show them. */
function list(path: string): PlacedFile {
  const places = ["*.", "entries.*."].flatMap((item) => folders.map((name) => item + name));
  return { ...document(path, places), rowId };
}

const rowId = "id";

const folders = ["workspace", "cwdOnTaskInitialization"];

function document(path: string, places: string[]): PlacedFile {
  return { path, kind: "json", places };
}

/** The files of a session or a task in a pack; those of a task lie in a folder that is called after the extension. */
export const packed: PackedFiles = {
  isOwn: (name, id) => ofSession.exec(name)?.[1] === id || ofTask.exec(name)?.[1] === id,
  rowIdIn: (name) =>
    /^[\w.-]+\/(?:state|tasks)\/(?:taskHistory|_index)\.json$/.test(name) ? rowId : undefined,
  placesIn: (folder) =>
    (attempt(() => readdirSync(folder)) ?? []).map((name) =>
      name === "sessions" ? join(folder, name) : join(folder, name, "tasks"),
    ),
  command: (id) => ["cline", "--id", id],
};

const ofSession = /^sessions\/([^/]+)\/[^/]+\.json$/;
const ofTask =
  /^[^/]+\/tasks\/([^/]+)\/(?:api_conversation_history|ui_messages|claude_messages|task_metadata|history_item|context_history)\.json$/;

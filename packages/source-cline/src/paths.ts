import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Context, SourceOptions } from "@chatexport/core";
import { type PlacedFile, type PlacedStore, placedSessions } from "@chatexport/core/source";
import { aboutFile, isMessages, messagesFile, nameOf } from "./documents.js";
import { headOf } from "./heads.js";
import { placesOf } from "./places.js";
import { historyItem, isTask, itemFiles } from "./task-files.js";
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
  return placesOf(given).map((place) => ({
    files: [{ path: join(dirname(place), "db", "sessions.db"), kind: "database", places }],
    sessions: placedSessions(place, isSession, placed, context),
  }));
}

function placed(path: string) {
  const listed = isMessages(path) ? headOf(path) : taskHead(path);
  if (!listed) return undefined;
  const placedBy = isMessages(path)
    ? [document(aboutFile(path), ["cwd", "workspace_root"])]
    : placesOfTask(path);
  return { id: listed.id, cwd: listed.cwd, path, placedBy };
}

/** The lists that name the folder of a task; without one, only the conversation tells it. */
function placesOfTask(path: string): PlacedFile[] {
  if (historyItem(path)?.cwd === undefined) return [];
  return itemFiles(path).map((file) =>
    document(
      file,
      ["", "*.", "entries.*."].flatMap((item) => folders.map((name) => item + name)),
    ),
  );
}

const folders = ["workspace", "cwdOnTaskInitialization"];

function document(path: string, places: string[]): PlacedFile {
  return { path, kind: "json", places };
}

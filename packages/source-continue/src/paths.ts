import { basename, join } from "node:path";
import type { Context, SourceOptions } from "@chatexport/core";
import {
  type PackedFiles,
  type PlacedFile,
  type PlacedStore,
  placedSessions,
  placesOf,
} from "@chatexport/core/source";
import { listedOf } from "./listed.js";

/** The folders of sessions; `roots` are taken as they are. */
export function placesAt(given: SourceOptions): readonly string[] {
  const places = placesOf(given, ".continue", "CONTINUE_GLOBAL_DIR");
  return given.roots ? places : places.map((place) => join(place, "sessions"));
}

/** The name of the list of all sessions, which lies beside them. */
export const listName = "sessions.json";

const rowId = "sessionId";

/** True when a file may be a session. */
export function isSession(path: string): boolean {
  return path.endsWith(".json") && basename(path) !== listName;
}

/** The stores with what tells where their sessions took place. */
export function placedStores(given: SourceOptions, context: Context): PlacedStore[] {
  return placesAt(given).map((place) => {
    const list = { ...document(join(place, listName), "*.workspaceDirectory"), rowId };
    const placed = (path: string) => {
      const listed = listedOf(path);
      const placedBy = [document(path, "workspaceDirectory"), list];
      const within = { folder: place, own: [path] };
      return listed && { id: listed.id, cwd: listed.cwd, path, placedBy, within };
    };
    const sessions = placedSessions(place, isSession, placed, context);
    return { files: [list], sessions, root: place };
  });
}

function document(path: string, field: string): PlacedFile {
  return { path, kind: "json", places: [field] };
}

/** The files of a session in a pack. */
export const packed: PackedFiles = {
  isOwn: (name, id) => name === `${id}.json`,
  rowIdIn: (name) => (name === listName ? rowId : undefined),
  command: () => ["cn", "ls"],
};

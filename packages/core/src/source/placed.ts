import { attempt } from "../errors.js";
import type { JsonObject } from "../json.js";
import type { Context } from "../plugin.js";
import { filesBelow } from "./session-files.js";

/** A file in which a tool keeps folders of projects, as programs need it that move one. */
export interface PlacedFile {
  path: string;
  /** "yaml": a flat list of names and values. */
  kind: "json" | "lines" | "yaml" | "database";
  /** The fields that are paths or `file:` URIs: "entries.*.path"; in a database columns, "table.column". */
  places: readonly string[];
  /** The sessions lie in the project itself: a folder that is not on this machine keeps its old path. */
  isOfProject?: boolean;
  /** Fields with paths of the tool's own files, which may get other names. */
  ownPaths?: readonly string[];
  /** True for a line that tells where a session took place; others tell what was said. Absent where all do. */
  isHead?(record: JsonObject): boolean;
  /** Of a list without which the tool does not show a session, the field with the session's id in each row. */
  rowId?: string;
}

/** A session, and what tells where it took place. */
export interface PlacedSession {
  id: string;
  cwd: string | undefined;
  /** The file by which it is known. */
  path: string;
  /** The files that place it: it stays where none of them changes. None where only what was said names the folder. */
  placedBy: readonly PlacedFile[];
  /** The folder that is called after the project, else that of the store, and the session's own entries in it. */
  within?: { folder: string; own: readonly string[] };
}

/** The sessions at one place, and the files that tell of several of them. */
export interface PlacedStore {
  files: readonly PlacedFile[];
  sessions: readonly PlacedSession[];
  /** Its name, where a tool has stores of several kinds. */
  name?: string;
  /** The folder of the folders that are called after projects; of all sessions where none is. */
  root?: string;
  /** The name of the folder for the sessions of a project, which several may share. */
  folderName?(cwd: string): string;
}

/** The sessions below a place, of which each has a file; those that cannot be read are left out. */
export function placedSessions(
  place: string,
  isSession: (path: string) => boolean,
  placed: (path: string) => PlacedSession | undefined,
  context: Context,
): PlacedSession[] {
  return filesBelow(place, isSession, context).flatMap((path) => attempt(() => placed(path)) ?? []);
}

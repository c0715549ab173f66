import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { type Context, present, type SourceOptions } from "@chatexport/core";
import { isLinesName, thisSystem } from "@chatexport/core/read";
import {
  bothEnds,
  type PackedFiles,
  type PlacedStore,
  placedSessions,
  placesOf,
} from "@chatexport/core/source";
import { listedOf, settingsFile } from "./listed.js";

/** The folders of sessions. */
export function placesAt(given: SourceOptions): readonly string[] {
  // In the tool, it takes the place of the user's home.
  const own = thisSystem().env.FACTORY_HOME_OVERRIDE || undefined;
  return placesOf({ ...present({ home: own }), ...given }, ".factory/sessions");
}

/**
 * The stores with what tells where their sessions took place. Of a folder of Windows, the name of that for its
 * sessions is not known: they stay.
 */
export function placedStores(given: SourceOptions, context: Context): PlacedStore[] {
  const placed = (path: string) => {
    const listed = listedOf(bothEnds(path), path);
    if (!listed) return undefined;
    const { id, cwd } = listed;
    const own = [path, settingsFile(path)].filter((each) => existsSync(each));
    const header = { path, kind: "lines" as const, places: ["cwd"], isHead };
    const placedBy = cwd?.startsWith("/") ? [header] : [];
    return { id, cwd, path, placedBy, within: { folder: dirname(path), own } };
  };
  return placesAt(given).map((place) => ({
    files: [],
    sessions: placedSessions(place, isLinesName, placed, context),
    root: place,
    folderName: projectFolder,
  }));
}

const isHead = ({ type }: { type?: unknown }) => type === "session_start";

/** The name of the folder of a project, which several may share (0.225.2). */
function projectFolder(cwd: string): string {
  return cwd.replaceAll("/", "-");
}

/** The files of a session in a pack. */
export const packed: PackedFiles = {
  isOwn: (name, id) => name === `${id}.jsonl` || name === `${id}.settings.json`,
  command: () => ["droid"],
};

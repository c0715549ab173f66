import { isProjectFolderOf, projectFolderAmong } from "@chatexport/source-claude/paths";
import type { PathMap } from "../move/path-map.js";
import type { Note } from "../move/store-plan.js";
import { noteOn } from "./notes.js";
import type { ProjectFolder, SessionFiles } from "./project-folders.js";

/** The destination of a folder in `projects`. */
export interface Destination {
  folder: ProjectFolder;
  /** The sessions whose files are edited. */
  moving: SessionFiles[];
  /** The name that the folder gets, with all that is in it; absent when it keeps its own. */
  whole?: string;
  /** Sessions that leave the folder, and the name of the one where they go. */
  leaving: Map<SessionFiles, string>;
}

/** The facts beyond the folders themselves. */
interface Surroundings {
  map: PathMap;
  /** The names of all folders in `projects`. */
  names: readonly string[];
  /** Paths of projects that the tool has noted elsewhere. */
  known: readonly string[];
}

/**
 * The destination of a folder: it gets the name that the tool makes from the new path when all
 * sessions moved after which it is named. Two paths may share a folder; then only the sessions of
 * one leave it.
 */
export function destinationOf(
  folder: ProjectFolder,
  { map, names, known }: Surroundings,
  notes: Note[],
): Destination {
  const moves = ({ start }: SessionFiles) => start !== undefined && map.path(start) !== undefined;
  const moving = folder.sessions.filter(moves);
  const stay: Destination = { folder, moving, leaving: new Map() };
  const owners = folder.sessions.filter(
    ({ start }) => start !== undefined && isProjectFolderOf(folder.name, start),
  );
  const nameFor = (path: string) => projectFolderAmong(names, map.path(path) ?? path);

  // It may have been moved by hand already.
  const isElsewhere = moving.some(({ start = "" }) => nameFor(start) !== folder.name);

  if (owners.length === 0) {
    const paths = known.filter((path) => isProjectFolderOf(folder.name, path));
    const leaving = paths.filter((path) => map.path(path) !== undefined);
    const [path] = leaving;
    if (path === undefined) {
      if (isElsewhere) notes.push(noteOn(folder.path, "kept-folder-name"));
      return stay;
    }
    if (leaving.length === paths.length) return { ...stay, ...wholly(folder, nameFor(path)) };
    if (folder.others.length > 0 || folder.sessions.length > 0)
      notes.push(noteOn(folder.path, "unclear-project-folder"));
    return stay;
  }
  const leaving = new Map(
    owners.filter(moves).map((session) => [session, nameFor(session.start ?? "")]),
  );
  if (leaving.size === 0) {
    if (isElsewhere) notes.push(noteOn(folder.path, "kept-folder-name"));
    return stay;
  }
  const [name = "", ...more] = new Set(leaving.values());
  if (leaving.size === owners.length && more.length === 0)
    return { ...stay, ...wholly(folder, name) };
  for (const [session, to] of leaving) if (to === folder.name) leaving.delete(session);
  if (leaving.size > 0) notes.push(noteOn(folder.path, "shared-project-folder"));
  return { ...stay, leaving };
}

/** All sessions of the folder move with it, also those that were once started elsewhere. */
function wholly(folder: ProjectFolder, name: string): Partial<Destination> {
  const moving = folder.sessions;
  return name === folder.name ? { moving } : { moving, whole: name };
}

import { readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { compareStrings, present, type SessionRef } from "@chatexport/core";
import { attempt, countEach, isMissing } from "@chatexport/core/read";
import { isFolder } from "./disk/look-at.js";
import { isWithin } from "./move/path-map.js";

/** A project with sessions whose folder is not there. */
export interface MissingProject {
  path: string;
  sessions: number;
  /** It lies in another one of these, which takes it along. */
  isInner: boolean;
  /** The only folder of that name that was found where it could be now: a guess. */
  movedTo?: string;
}

/** The projects of sessions whose folders are not on this machine, those with most sessions first. */
export function missingProjects(refs: Iterable<SessionRef>): MissingProject[] {
  const counts = countEach(Array.from(refs).flatMap((ref) => localFolder(ref) ?? []));
  const gone = [...counts].filter(([path]) => isGone(path));
  const missing = gone.map(([path, sessions]) => {
    const isInner = gone.some(([other]) => other !== path && isWithin(path, other));
    const movedTo = isInner ? undefined : likelyFolder(path, counts);
    return present<MissingProject>({ path, sessions, isInner, movedTo });
  });
  return missing.sort((a, b) => b.sessions - a.sessions || compareStrings(a.path, b.path));
}

/**
 * The folder of a session if it can be one of this machine. A name of another machine is not looked
 * at: Windows would ask that machine, and a transcript can name any.
 */
function localFolder({ project, cwd }: SessionRef): string | undefined {
  if (project?.uri !== undefined) return undefined;
  const path = project?.path ?? cwd;
  const isLocal = process.platform === "win32" ? /^[a-z]:[\\/]/i : /^\/(?!\/)/;
  return path !== undefined && isLocal.test(path) ? path : undefined;
}

/** True when there is certainly nothing: not where it may not be looked at. */
function isGone(path: string): boolean {
  try {
    statSync(path);
    return false;
  } catch (error) {
    return isMissing(error);
  }
}

/** The likely place of a lost project: the only folder with its name beside other projects or its old place. */
function likelyFolder(missing: string, projects: ReadonlyMap<string, unknown>): string | undefined {
  const around = nearestFolder(dirname(missing));
  const folders = new Set([around, ...Array.from(projects.keys(), dirname)]);
  for (const name of foldersIn(around)) folders.add(join(around, name));
  const found = Array.from(folders, (folder) => join(folder, basename(missing))).filter(
    (path) => !projects.has(path) && isFolder(path),
  );
  return found.length === 1 ? found[0] : undefined;
}

function nearestFolder(path: string): string {
  const parent = dirname(path);
  return parent === path || isFolder(path) ? path : nearestFolder(parent);
}

function foldersIn(path: string): string[] {
  const entries = attempt(() => readdirSync(path, { withFileTypes: true })) ?? [];
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

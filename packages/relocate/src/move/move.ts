import { dirname, posix, resolve, win32 } from "node:path";
import { present } from "@chatexport/core";
import { type System, thisSystem } from "@chatexport/core/read";
import { folderAround, ignoresCase, isFolder, lookAt, statsOf } from "../disk/look-at.js";
import { ChangeError } from "./change-error.js";
import { isSameName, isWindowsPath, isWithin, type PathPair, pathMap } from "./path-map.js";
import { withRealParent } from "./store-plan.js";

/** The options of a move besides its two paths. */
export interface MoveOptions {
  /** The project's folder is not touched: it has been moved already. */
  sessionsOnly?: boolean;
  /** Look below this home folder only, which may be the copy of one of another machine. */
  home?: string;
  /**
   * The system that the default places of the tools depend on; the one that this runs on when it is
   * absent.
   */
  system?: System;
}

/**
 * The move of the project's folder: it gets another name, it is copied because its new place is on
 * another volume, or it stays, because only the sessions are moved.
 */
export type FolderMove = "rename" | "copy" | "stays";

/** A move, with all that has to be known before the stores are looked at. */
export interface Move {
  from: string;
  to: string;
  folder: FolderMove;
  /** As users type them: from and to, and both with links resolved where that differs. */
  pairs: readonly PathPair[];
  /** For a tool that resolves links before it keeps a path. */
  realPairs: readonly PathPair[];
  /**
   * The facts about a folder of the project, named by its new path, wherever it lies now; undefined
   * when it is not on this machine.
   */
  statOf(path: string): { ino: number; birthtime: Date; birthtimeMs: number } | undefined;
  home?: string;
  system: System;
}

/** The facts needed to plan what changes in stores. */
export type StoreMove = Omit<Move, "from" | "to" | "folder">;

/**
 * A move of a project. Relative paths begin in the working directory; a path of another system is taken
 * as it is when there is a `home`. Throws `ChangeError` when this cannot be what the user means.
 */
export function moveOf(from: string, to: string, options: MoveOptions = {}): Move {
  const { sessionsOnly = false, home, system = thisSystem() } = options;
  const [old, now] = [absolute(from, home), absolute(to, home)];
  refuse(old, now, system);
  if (!sessionsOnly && isWithin(now, old, ignoresCase(old)) && !isSameName(old, now))
    throw new ChangeError(
      "into-itself",
      `${now} lies in ${old}: a folder cannot be moved into itself.`,
    );
  const { pairs, realPairs } = pairsOf(old, now);
  const folder = sessionsOnly ? "stays" : wayOf(old, now, realPairs);
  if (sessionsOnly && home === undefined && !isFolder(now))
    throw new ChangeError(
      "missing-folder",
      `There is no folder ${now}. Move the project there first, or leave --sessions-only out to have it moved.`,
    );
  const back = pathMap([...pairs, ...realPairs].map((pair) => ({ from: pair.to, to: pair.from })));
  return present({
    from: old,
    to: now,
    folder,
    pairs,
    realPairs,
    statOf: (path: string) => statsOf(folder === "stays" ? path : (back.path(path) ?? path)),
    home: home === undefined ? undefined : resolve(home),
    system,
  });
}

function absolute(path: string, home: string | undefined): string {
  if (path === "") throw new ChangeError("no-path", "A path is empty: name a folder.");
  const isOther = isWindowsPath(path) !== (process.platform === "win32") && isAbsolute(path);
  if (isOther && home !== undefined) return withoutEnd(path);
  return withoutEnd(resolve(path));
}

function isAbsolute(path: string): boolean {
  return isWindowsPath(path) ? win32.isAbsolute(path) : posix.isAbsolute(path);
}

function withoutEnd(path: string): string {
  const trimmed = path.replace(/(?<![\\/])[\\/]{1,9}$/, "");
  return trimmed === "" || trimmed.endsWith(":") ? path : trimmed;
}

function refuse(from: string, to: string, { home }: System): void {
  if (isWindowsPath(from) !== isWindowsPath(to))
    throw new ChangeError("other-system", `${from} and ${to} are paths of different systems.`);
  if (from === to) throw new ChangeError("same-folder", `${from} and ${to} are the same folder.`);
  if (isWithin(home, from, ignoresCase(from)))
    throw new ChangeError(
      "no-project",
      `${from} is no project: everything that the tools keep lies in it.`,
    );
}

function wayOf(from: string, to: string, realPairs: readonly PathPair[]): FolderMove {
  const [old, now] = [statsOf(from), statsOf(to)];
  if (!old?.isDirectory()) {
    if (now?.isDirectory())
      throw new ChangeError(
        "moved-already",
        `There is no folder ${from}, but ${to} is there. If it was moved by hand, add --sessions-only.`,
      );
    throw new ChangeError("missing-folder", `There is no folder ${from}.`);
  }
  // On a disk that ignores case, both names lead to the same folder.
  if (now && !(now.ino === old.ino && now.dev === old.dev))
    throw new ChangeError(
      "target-exists",
      `${to} exists already. If the project was copied there by hand, add --sessions-only; else name a folder that does not exist.`,
    );
  if (!isFolder(dirname(to)))
    throw new ChangeError(
      "missing-parent",
      `There is no folder ${dirname(to)} to put the project into: make it first.`,
    );
  return realPairs.every(isForOtherVolume) ? "copy" : "rename";
}

/** True when the folder of a project has to be copied, because its new place is on another volume. */
export function isForOtherVolume({ from, to }: PathPair): boolean {
  return lookAt(from)?.dev !== lookAt(folderAround(to))?.dev;
}

function pairsOf(from: string, to: string): Pick<Move, "pairs" | "realPairs"> {
  const pair = { from, to };
  if (isWindowsPath(from) !== (process.platform === "win32"))
    return { pairs: [pair], realPairs: [pair] };
  const common = ignoresCase(from) ? { ignoresCase: true } : {};
  // A project that is a link itself is moved as a link: what it leads to stays where it is.
  const real = { from: withRealParent(from), to: withRealParent(to), ...common };
  if (real.from === from) return { pairs: [{ ...pair, ...common }], realPairs: [real] };
  return { pairs: [{ ...pair, ...common }, real], realPairs: [{ ...real, from }, real] };
}

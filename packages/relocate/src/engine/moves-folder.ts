import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { type Lock, lockFolder } from "@chatexport/core/host";
import { type System, thisSystem } from "@chatexport/core/read";
import { MoveError } from "../move-error.js";
import { isThere } from "./look.js";

/** Whose moves. */
export interface Owner {
  /** The home folder, when it is not the user's: nothing is kept outside of it then. */
  home?: string;
  /** The system that this runs on when it is absent. */
  system?: System;
}

/** Where journals and backups of moves are kept: outside of the stores, for the user alone. */
export function movesFolder({ home, system = thisSystem() }: Owner): string {
  return join(stateFolder(home, system), "chatexport", "moves");
}

function stateFolder(home: string | undefined, { platform, env, home: ownHome }: System): string {
  const usual = join(home ?? ownHome, ".local", "state");
  const set = platform === "win32" ? env.LOCALAPPDATA : env.XDG_STATE_HOME;
  return home === undefined && set !== undefined && isAbsolute(set) ? set : usual;
}

/** The folder of one move. */
export function folderOf(id: string, owner: Owner): string {
  return join(movesFolder(owner), id);
}

/** A name for a move: later ones sort behind it. */
export function newId(time: Date): string {
  return `${time.toISOString().replace(/\D/g, "")}-${randomBytes(3).toString("hex")}`;
}

/** The names of all moves, the earliest first. */
export function moveIds(owner: Owner): string[] {
  const folder = movesFolder(owner);
  if (!isThere(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^\d+-[0-9a-f]+$/.test(name))
    .sort();
}

/** Keeps other processes from moving anything; throws `MoveError` when one does. */
export async function lockMoves(owner: Owner): Promise<Lock> {
  const folder = movesFolder(owner);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return await lockFolder(folder, {
    signal: new AbortController().signal,
    wait(other) {
      const message = `${other} is moving a project: try again when it has ended`;
      throw new MoveError("busy", message, { paths: [join(folder, "lock")] });
    },
  });
}

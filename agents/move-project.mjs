import { basename } from "node:path";
import { changeThereAndBack } from "./change-store.mjs";

/** The end of the name of a folder that has moved. */
const away = "-away";

/** The scenario that is played in a folder, or was before that moved. */
export function scenarioIn(/** @type {string} */ folder) {
  return basename(folder).replace(new RegExp(`${away}$`), "");
}

/**
 * The folder in which a run starts: that of its scenario, or where chatexport has moved that right before. Throws what
 * went wrong with the move.
 *
 * @param {{ moved?: boolean }} run
 * @param {{ home: string, folder: string }} place
 */
export function folderOf({ moved = false }, { home, folder }) {
  if (!moved) return folder;
  const there = `${folder}${away}`;
  const wrong = moveThereAndBack(home, folder, there);
  if (wrong !== undefined) throw new Error(wrong);
  return there;
}

/** Moves a project, sets that back, which has to restore every byte, and moves it again; returns what went wrong. */
export function moveThereAndBack(
  /** @type {string} */ home,
  /** @type {string} */ folder,
  /** @type {string} */ there,
) {
  try {
    changeThereAndBack(home, ["move", "--yes", folder, there], ["move", "--yes", "--undo"]);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

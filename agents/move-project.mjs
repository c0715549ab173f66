import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { chatexport } from "./chatexport.mjs";

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
  const move = (/** @type {string[]} */ ...words) => {
    const { status, stdout, stderr } = chatexport(["move", "--yes", ...words], { home });
    return status === 0 ? undefined : `move ${words.join(" ")}: ${stderr || stdout}`;
  };
  const before = bytesOf(home);
  const wrong = move(folder, there) ?? move("--undo");
  if (wrong) return wrong;
  const after = bytesOf(home);
  const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  );
  if (changed.length > 0) return `set back, other bytes are in ${changed.join(", ")}`;
  return move(folder, there);
}

/** A hash of each file of a home, but for what chatexport notes for itself. */
function bytesOf(/** @type {string} */ home) {
  const files = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes("/state/chatexport/"));
  return new Map(
    files.map((path) => [
      relative(home, path),
      createHash("sha256").update(readFileSync(path)).digest("hex"),
    ]),
  );
}

import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { attempt } from "../errors.js";

/** A temporary folder that only this user can enter. */
export interface PrivateFolder {
  path: string;
  /** Removes it; otherwise the end of the process does. */
  remove(): void;
}

/** Makes a temporary folder for copies of what people said. */
export function privateFolder(): PrivateFolder {
  if (folders.size === 0) {
    process.on("exit", removeAll);
    removeLeftovers();
  }
  const path = mkdtempSync(join(tmpdir(), folderName));
  folders.add(path);
  return { path, remove: () => removeFolder(path) };
}

const folders = new Set<string>();
const folderName = "chatexport-copy-";

/** No copy is read for longer, in ms; where one is, Windows keeps its files, and others have opened them already. */
const longestUse = 24 * 3_600_000;

/** Removes copies of processes that were killed: they hold conversations. */
function removeLeftovers(): void {
  for (const name of attempt(() => readdirSync(tmpdir())) ?? []) {
    if (!name.startsWith(folderName)) continue;
    const path = join(tmpdir(), name);
    const { mtimeMs = Date.now() } = attempt(() => statSync(path)) ?? {};
    // Those of other users stay.
    if (Date.now() - mtimeMs > longestUse)
      attempt(() => rmSync(path, { recursive: true, force: true }));
  }
}

function removeFolder(folder: string): void {
  // Windows keeps files that a driver has not let go of yet: the end of the process tries again.
  try {
    rmSync(folder, { recursive: true, force: true });
    folders.delete(folder);
  } catch {}
  if (folders.size === 0) process.off("exit", removeAll);
}

function removeAll(): void {
  for (const folder of folders) removeFolder(folder);
}

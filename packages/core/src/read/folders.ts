import type { Project } from "../model.js";
import { present } from "../present.js";

/**
 * True when two paths name one folder. They may differ in the case of the drive's letter: of the programs
 * on Windows, some write `c:\shop` and some `C:\shop`. On macOS, letters and their accents may be one
 * character or two.
 */
export function isSameFolder(one: string | undefined, other: string | undefined): boolean {
  return spelled(one) === spelled(other);
}

/** The last name in a path of any system; undefined for the root of one. */
export function nameInPath(path: string | undefined): string | undefined {
  return path?.split(/[\\/]/).findLast((name) => name !== "");
}

/** The project of a folder, which is called as the folder is. */
export function projectOf(path: string | undefined, remote?: string): Project | undefined {
  return path === undefined ? undefined : present({ name: nameInPath(path), path, remote });
}

function spelled(path: string | undefined): string | undefined {
  return path?.normalize("NFC").replace(/^[a-z](?=:[\\/])/, (letter) => letter.toUpperCase());
}

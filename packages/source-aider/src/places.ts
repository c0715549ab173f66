import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Context, SourceOptions } from "@chatexport/core";
import { attempt, readBytes } from "@chatexport/core/read";
import { placesOf, sessionFiles } from "@chatexport/core/source";
import { markIn } from "./blocks.js";

/** The name of a chat history, unless the user chose another one (0.86.2). */
const historyName = ".aider.chat.history.md";

/**
 * The histories that are looked for: those at the roots, or in `home`; else the one that Aider's own variable names
 * or that lies in the user's home, and those of the current folder and of its repository.
 */
export function placesAt(given: SourceOptions): readonly string[] {
  const places = placesOf(given, historyName, "AIDER_CHAT_HISTORY_FILE");
  if (given.roots || given.home !== undefined) return places;
  const here = attempt(() => process.cwd());
  const folders = here === undefined ? [] : [repositoryOf(here) ?? here, here];
  const ownPlaces = [...places, ...folders.map((folder) => join(folder, historyName))];
  return [...new Set(ownPlaces.map((place) => resolve(place)))];
}

/** The root of the repository around a folder, where Aider puts the history. */
function repositoryOf(folder: string): string | undefined {
  if (existsSync(join(folder, ".git"))) return folder;
  const above = dirname(folder);
  return above === folder ? undefined : repositoryOf(above);
}

/** The histories at a place: a file, whatever its name, or those in a folder. Throws when it cannot be read. */
export function historiesAt(place: string, context: Context): string[] {
  if (statSync(place).isFile()) return hasOwnName(place) || beginsAsHistory(place) ? [place] : [];
  return sessionFiles(place, hasOwnName, context);
}

/** True when a file has the name that Aider gives: then it lies in the folder of its project. */
export function hasOwnName(path: string): boolean {
  return basename(path) === historyName;
}

function beginsAsHistory(path: string): boolean {
  return path.endsWith(".md") && markIn(readBytes(path, 0, 4096).toString()) !== undefined;
}

import { readdirSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, resolve } from "node:path";
import type { SourceOptions } from "@chatexport/core";
import { attempt, isMissing, thisSystem, windowsHomes } from "@chatexport/core/read";
import { looksLikeDatabase } from "@chatexport/sqlite";
import { isExport } from "./export-file.js";

/** The files at a place. */
export interface Place {
  path: string;
  databases: string[];
  /** Folders with a file for each session, message and part, as versions before 1.2 kept them. */
  fileStores: string[];
  /** The file is an export of one session. */
  isExport: boolean;
  /** Something lies there that only versions before 0.6 wrote. */
  isOlder: boolean;
}

/** The places that options, the tool's variables or the user's home name. */
export function placesOf({ home, roots }: SourceOptions): string[] {
  if (roots) return [...new Set(roots.flatMap((root) => foldersBelow(resolve(root))))];
  if (home !== undefined) return foldersIn(resolve(home), join(resolve(home), ".local", "share"));
  const system = thisSystem();
  const own = foldersIn(
    system.home,
    system.env.XDG_DATA_HOME || join(system.home, ".local", "share"),
  );
  const database = system.env.OPENCODE_DB;
  if (database && database !== ":memory:")
    own.push(isAbsolute(database) ? database : join(own[0] ?? "", database));
  const others = windowsHomes(system).flatMap((folder) =>
    foldersIn(folder, join(folder, ".local", "share")).filter(exists),
  );
  return [...new Set([...own, ...others])];
}

/** The folder of OpenCode, and others that are there: of Kilo, and of builds for Windows. */
function foldersIn(home: string, data: string): string[] {
  const others = [join(data, "kilo"), join(home, "AppData", "Local", "opencode")];
  return [join(data, "opencode"), ...others.filter(exists)];
}

function exists(path: string): boolean {
  return attempt(() => statSync(path)) !== undefined;
}

/**
 * The depth below a root at which the folder of the tool may lie: a backup holds homes, which hold
 * `.local/share/opencode`.
 */
const deepest = 6;

/** The folders of the tool at and below a root; the root itself when there is none. */
function foldersBelow(root: string): string[] {
  const found: string[] = [];
  let folders = [root];
  for (let depth = 0; depth <= deepest && folders.length > 0; depth++) {
    // One that cannot be looked at may be one: reading it says why.
    const isOwn = (folder: string) =>
      attempt(() => holdsSessions(lookAt(folder), folder === root)) ?? true;
    found.push(...folders.filter(isOwn));
    folders = folders.filter((folder) => !found.includes(folder)).flatMap(subfolders);
  }
  return found.length > 0 ? found : [root];
}

function subfolders(folder: string): string[] {
  const entries = attempt(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  // A link may lead anywhere, also back.
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
}

/** True when the tool keeps sessions there; below a root, databases of any other name are of other programs. */
function holdsSessions({ databases, fileStores }: Place, isRoot: boolean): boolean {
  const isOwn = (path: string) => isRoot || /^(?:opencode|kilo)[\w.-]*\.db$/.test(basename(path));
  return fileStores.length > 0 || databases.some(isOwn);
}

/** The files at a place. Throws when the place itself cannot be read. */
export function lookAt(path: string): Place {
  const place: Place = { path, databases: [], fileStores: [], isExport: false, isOlder: false };
  if (!statSync(path).isDirectory())
    return isExport(path)
      ? { ...place, isExport: true }
      : { ...place, databases: looksLikeDatabase(path) ? [path] : [] };
  const entries = readdirSync(path, { withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  place.databases = files
    .filter((name) => /\.(?:db|sqlite3?)$/.test(name))
    .sort()
    .map((name) => join(path, name));
  place.fileStores = [path, join(path, "storage")].filter((folder) => isFileStore(folder));
  place.isOlder = entries.some(({ name }) => name === "project") && place.fileStores.length === 0;
  return place;
}

function isFileStore(folder: string): boolean {
  // `storage` of today has other folders alone.
  return ["session", "message"].every((name) => isFolder(join(folder, name)));
}

/** A folder that cannot be looked at may be one: reading it says why. */
function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (cause) {
    return !isMissing(cause);
  }
}

/** The folder in which the tool puts outputs that are too long for a row. */
export function outputFolder({ store, format }: { store: string; format: string }): string {
  const isDataFolder = format === "opencode/json" && basename(store) !== "storage";
  return join(isDataFolder ? store : dirname(store), "tool-output");
}

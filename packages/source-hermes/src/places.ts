import { existsSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Context, SourceOptions } from "@chatexport/core";
import { isMissing, thisSystem, unreadableFolder, windowsHomes } from "@chatexport/core/read";
import type { DatabasePlace } from "@chatexport/sqlite";

/** The name of the database in each home of the tool. */
export const databaseName = "state.db";

/**
 * The databases that `roots` name, or those of the tool's home and of its profiles, as it finds them in schema 30. The
 * rest of that home holds programs and is not looked through. Reports profiles that cannot be listed.
 */
export function placesOf(
  { home, roots }: SourceOptions,
  report: Context["report"],
): DatabasePlace[] {
  const paths = roots
    ? roots.flatMap((root) => placesIn(resolve(root), report))
    : (home === undefined ? foldersOfUser() : foldersIn(resolve(home))).flatMap((folder) =>
        databasesIn(folder, report),
      );
  return [...new Set(paths)].map((path) => ({ path }));
}

/** The folder beside a database with the files of sessions, each of which has one there. */
export const logsFolder = "sessions";

/** The places of sessions: databases, and the folder of files where a home has no database. */
export function sessionPlaces(given: SourceOptions, report: Context["report"]): DatabasePlace[] {
  return placesOf(given, report).map(({ path }) => {
    const logs = join(dirname(path), logsFolder);
    return { path: existsSync(path) || !existsSync(logs) ? path : logs };
  });
}

/** The databases of a home of the tool; any other folder or file is looked through itself. */
function placesIn(path: string, report: Context["report"]): string[] {
  const logs = join(path, logsFolder);
  if (existsSync(logs) && !existsSync(join(path, databaseName))) return [join(path, databaseName)];
  const databases = databasesIn(path, report).filter((each) => existsSync(each));
  return databases.length > 0 ? databases : [path];
}

function foldersOfUser(): string[] {
  const system = thisSystem();
  const { HERMES_HOME: own, LOCALAPPDATA: local } = system.env;
  const folders = own ? [own] : local ? [join(local, "hermes")] : [join(system.home, ".hermes")];
  return [...folders, ...windowsHomes(system).flatMap(foldersIn)];
}

function foldersIn(home: string): string[] {
  return [join(home, ".hermes"), join(home, "AppData", "Local", "hermes")];
}

function databasesIn(path: string, report: Context["report"]): string[] {
  const own = join(path, databaseName);
  const profiles = join(path, "profiles");
  try {
    const names = readdirSync(profiles).sort();
    return [own, ...names.map((name) => join(profiles, name, databaseName))];
  } catch (cause) {
    if (!isMissing(cause)) report(unreadableFolder(profiles, cause));
    return [own];
  }
}

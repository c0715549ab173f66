import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { errorCode, type SourceOptions } from "@chatexport/core";
import { type System, thisSystem, windowsHomes } from "@chatexport/core/read";

/** A folder or file to look at, whether or not it exists. */
export interface Place {
  path: string;
  /** What Cursor keeps there; anything may be at a root, its shape tells. */
  kind: "user-folder" | "dot-folder" | "root";
}

const editors = ["Cursor", "Cursor Nightly"];

/**
 * The roots if there are any, else every layout of Cursor's folders below `home`, else those that
 * Cursor itself would use. On Linux below Windows those of the Windows side belong to them.
 */
export function places(options: SourceOptions, system?: System): Place[] {
  const found = options.roots
    ? options.roots.map((root): Place => ({ path: resolve(root), kind: "root" }))
    : options.home !== undefined
      ? placesOfHome(resolve(options.home))
      : placesOfSystem(system ?? thisSystem());
  return [...new Map(found.map((place) => [place.path, place])).values()];
}

/** Whether there is neither a folder nor a file at any place; one that cannot be looked at may be. */
export function isNothingAt(places: readonly Place[]): boolean {
  return places.every(({ path }) => {
    try {
      statSync(path);
      return false;
    } catch (cause) {
      return errorCode(cause) === "ENOENT";
    }
  });
}

/** The layouts of all systems, because the home may be a copy from another one. */
function placesOfHome(home: string): Place[] {
  return [
    ...userFolders(macFolder(home)),
    ...userFolders(join(home, ".config")),
    ...userFolders(windowsFolder(home)),
    serverFolder(home),
    ...dotFolders(join(home, ".config", "cursor"), join(home, ".cursor")),
  ];
}

function placesOfSystem(system: System): Place[] {
  const { platform, env, home } = system;
  const config = env.XDG_CONFIG_HOME || join(home, ".config");
  const isWindows = platform === "win32";
  const data =
    platform === "darwin"
      ? macFolder(home)
      : isWindows
        ? env.APPDATA || windowsFolder(home)
        : config;
  return [
    ...userFolders(data),
    ...portableFolder(env),
    ...windowsHomes(system).flatMap((user) => [
      ...userFolders(windowsFolder(user)),
      ...dotFolders(join(user, ".cursor")),
    ]),
    serverFolder(home),
    // Names that other tools that read Cursor's history gave these places.
    ...roots(env.CURSOR_WORKSPACE_STORAGE, env.CURSOR_GLOBAL_STORAGE_DB),
    ...dotFolders(
      env.CURSOR_CONFIG_DIR,
      ...(isWindows ? [] : [join(config, "cursor"), join(home, ".config", "cursor")]),
      join(home, ".cursor"),
    ),
  ];
}

function userFolders(data: string): Place[] {
  return editors.map((editor) => ({ path: join(data, editor, "User"), kind: "user-folder" }));
}

function dotFolders(...paths: (string | undefined)[]): Place[] {
  return paths.flatMap((path) => (path ? [{ path: resolve(path), kind: "dot-folder" }] : []));
}

function roots(...paths: (string | undefined)[]): Place[] {
  return paths.flatMap((path) => (path ? [{ path: resolve(path), kind: "root" }] : []));
}

function macFolder(home: string): string {
  return join(home, "Library", "Application Support");
}

function windowsFolder(home: string): string {
  return join(home, "AppData", "Roaming");
}

/** What the editor's server keeps on a machine that is worked on from another one. */
function serverFolder(home: string): Place {
  return { path: join(home, ".cursor-server", "data", "User"), kind: "user-folder" };
}

/** The environment variable is VS Code's. */
function portableFolder({ VSCODE_PORTABLE: folder }: System["env"]): Place[] {
  return folder ? [{ path: join(folder, "user-data", "User"), kind: "user-folder" }] : [];
}

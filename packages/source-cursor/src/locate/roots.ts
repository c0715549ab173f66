import { join, resolve } from "node:path";
import type { SourceOptions } from "@chatexport/core";
import { type System, thisSystem, windowsHomes } from "@chatexport/core/read";

/** A folder or file to look at, whether or not it exists. */
export interface Root {
  path: string;
  /** The kind of store; of a root that the user named its shape tells. */
  kind: "user-folder" | "dot-folder" | "any";
}

const editors = ["Cursor", "Cursor Nightly"];

/** The roots given, else every layout of Cursor's folders below `home`, else those that Cursor would use. */
export function rootsOf(options: SourceOptions, system?: System): Root[] {
  const found = options.roots
    ? options.roots.map((path): Root => ({ path: resolve(path), kind: "any" }))
    : options.home !== undefined
      ? rootsOfHome(resolve(options.home))
      : rootsOfSystem(system ?? thisSystem());
  return [...new Map(found.map((root) => [root.path, root])).values()];
}

/** The layouts of all systems, because the home may be a copy from another one. */
function rootsOfHome(home: string): Root[] {
  return [
    ...userFolders(macFolder(home), join(home, ".config"), windowsFolder(home)),
    serverFolder(home),
    ...rootsAt("dot-folder", join(home, ".config", "cursor"), join(home, ".cursor")),
  ];
}

function rootsOfSystem(system: System): Root[] {
  const { platform, env, home } = system;
  const config = env.XDG_CONFIG_HOME || join(home, ".config");
  const isWindows = platform === "win32";
  const windows = isWindows ? env.APPDATA || windowsFolder(home) : config;
  const portable = env.VSCODE_PORTABLE;
  return [
    ...userFolders(platform === "darwin" ? macFolder(home) : windows),
    // The environment variable is VS Code's.
    ...rootsAt("user-folder", portable && join(portable, "user-data", "User")),
    ...windowsHomes(system).flatMap((user) => [
      ...userFolders(windowsFolder(user)),
      ...rootsAt("dot-folder", join(user, ".cursor")),
    ]),
    serverFolder(home),
    // Names that other tools that read Cursor's history gave these roots.
    ...rootsAt("any", env.CURSOR_WORKSPACE_STORAGE, env.CURSOR_GLOBAL_STORAGE_DB),
    ...rootsAt(
      "dot-folder",
      env.CURSOR_CONFIG_DIR,
      ...(isWindows ? [] : [join(config, "cursor"), join(home, ".config", "cursor")]),
      join(home, ".cursor"),
    ),
  ];
}

function userFolders(...data: string[]): Root[] {
  return data.flatMap((folder) =>
    editors.map((editor) => ({ path: join(folder, editor, "User"), kind: "user-folder" as const })),
  );
}

function rootsAt(kind: Root["kind"], ...paths: (string | undefined)[]): Root[] {
  return paths.flatMap((path) => (path ? [{ path: resolve(path), kind }] : []));
}

function macFolder(home: string): string {
  return join(home, "Library", "Application Support");
}

function windowsFolder(home: string): string {
  return join(home, "AppData", "Roaming");
}

/** The data of the editor's server, on a machine that is worked on from another one. */
function serverFolder(home: string): Root {
  return { path: join(home, ".cursor-server", "data", "User"), kind: "user-folder" };
}

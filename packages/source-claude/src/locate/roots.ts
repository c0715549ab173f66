import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { SourceOptions } from "@chatexport/core";
import { linesAt, realPath, type System, thisSystem, windowsHomes } from "@chatexport/core/read";
import { namesIn } from "./disk.js";
import { historyName } from "./file-kinds.js";

/** A folder or file to look at, whether or not it exists. */
export interface Root {
  path: string;
  /** The kind of store kept there; of "root" the shape of the folder tells. */
  kind: "config-folder" | "desktop" | "root";
}

/**
 * The roots if there are any, else every layout below `home`, else the folders that Claude Code and
 * the desktop app themselves would use, and on Linux below Windows those of the Windows side. But for
 * roots, for what `CLAUDE_CONFIG_DIR` names and for `.claude` only what exists is among them.
 */
export function findRoots(options: SourceOptions, system?: System): Root[] {
  const found = options.roots
    ? options.roots.map((root): Root => ({ path: resolve(root), kind: "root" }))
    : options.home !== undefined
      ? rootsOfHome(resolve(options.home))
      : rootsOfSystem(system ?? thisSystem());
  const byRealPath = new Map<string, Root>();
  for (const root of found) {
    const real = realPath(root.path);
    if (!byRealPath.has(real)) byRealPath.set(real, root);
  }
  return [...byRealPath.values()];
}

/** The layouts of all systems, because the home may be a copy from another one. */
function rootsOfHome(home: string): Root[] {
  const config = join(home, ".config");
  return [
    ...configFolders(home, config),
    ...desktopFolders(join(home, ...macFolder), config),
    ...desktopOnWindows(home),
  ];
}

function rootsOfSystem(system: System): Root[] {
  const { env, home } = system;
  const config = env.XDG_CONFIG_HOME || join(home, ".config");
  // The tool moves all that it keeps to the folder named there.
  const configured = configuredFolders(env.CLAUDE_CONFIG_DIR);
  const people = windowsHomes(system);
  return [
    ...(configured ?? configFolders(home, config)),
    ...(configured ? [] : people.flatMap(existingConfigFolders)),
    ...(system.platform === "win32"
      ? desktopOnWindows(home, env)
      : desktopFolders(system.platform === "darwin" ? join(home, ...macFolder) : config)),
    ...people.flatMap((person) => desktopOnWindows(person)),
  ];
}

/** The variable holds one path; a comma-separated list is a convention of other tools. */
function configuredFolders(value: string | undefined): Root[] | undefined {
  if (!value) return undefined;
  const paths = existsSync(value) ? [value] : value.split(",").filter((path) => path.trim());
  return paths.map((path) => ({ path: resolve(path), kind: "config-folder" }));
}

function configFolders(home: string, config: string): Root[] {
  return [
    { path: join(home, ".claude"), kind: "config-folder" },
    // Some versions of 1.0.x (2025) followed the XDG convention.
    ...rootsAt("config-folder", [join(config, "claude")].filter(isConfigFolder)),
    ...existingConfigFolders(home),
  ];
}

/** People with several accounts have several folders, such as `.claude-work`. */
function existingConfigFolders(home: string): Root[] {
  const paths = namesIn(home)
    .filter((name) => name.startsWith(".claude"))
    .map((name) => join(home, name));
  return rootsAt("config-folder", paths.filter(isConfigFolder));
}

function isConfigFolder(path: string): boolean {
  return existsSync(join(path, "projects")) || linesAt(join(path, historyName)) !== undefined;
}

const macFolder = ["Library", "Application Support"];

/** The data folder of the desktop app, below the folders in which systems keep data of apps. */
function desktopFolders(...folders: string[]): Root[] {
  const paths = folders.map((folder) => join(folder, "Claude"));
  return rootsAt("desktop", paths.filter(existsSync));
}

/** The same on Windows; the app from its store has a folder system of its own. */
function desktopOnWindows(home: string, env: System["env"] = {}): Root[] {
  const packages = join(env.LOCALAPPDATA || join(home, "AppData", "Local"), "Packages");
  const ofStore = namesIn(packages).filter((name) => name.startsWith("Claude_"));
  return desktopFolders(
    env.APPDATA || join(home, "AppData", "Roaming"),
    ...ofStore.map((name) => join(packages, name, "LocalCache", "Roaming")),
  );
}

function rootsAt(kind: Root["kind"], paths: readonly string[]): Root[] {
  return paths.map((path) => ({ path, kind }));
}

import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Context, present, type SourceOptions } from "@chatexport/core";
import type { System } from "@chatexport/core/read";
import { realPath } from "@chatexport/core/read";
import { isFolder } from "../locate/disk.js";
import { historyName } from "../locate/file-kinds.js";
import { findStores } from "../locate/find-stores.js";
import { findRoots } from "../locate/roots.js";

/** A config folder with the files in which the tool names paths. */
export interface ConfigPlace {
  path: string;
  /** Its folder with a folder for each project. */
  projects?: string;
  /** The prompts of all projects. */
  history?: string;
  /** The files with the state of the tool and of each project; they hold secrets, too. */
  states: string[];
}

/** The files that name paths, at all roots. */
export interface PathStores {
  configFolders: ConfigPlace[];
  /** The desktop app's notes on sessions, a file for each. */
  sidecars: string[];
}

/** Finds the stores that name paths, each once. Reports folders that cannot be read. */
export function findPathStores(
  options: SourceOptions,
  system: System,
  context: Context,
): PathStores {
  const all = findRoots(options, system);
  const found = findStores(all, context);
  const folders = new Map<string, string>();
  for (const { path } of [
    ...all.filter(({ kind }) => kind === "config-folder"),
    ...found.configFolders,
  ])
    if (!folders.has(realPath(path))) folders.set(realPath(path), path);
  return {
    configFolders: [...folders.values()].map(configPlace),
    sidecars: found.desktopSidecars.map(({ path }) => path),
  };
}

function configPlace(path: string): ConfigPlace {
  const projects = join(path, "projects");
  const history = join(path, historyName);
  // That of the default folder lies beside it, that of any other in it.
  const states = [join(path, stateName)];
  if (basename(path) === ".claude") states.push(join(dirname(path), stateName));
  return present({
    path,
    projects: isFolder(projects) ? projects : undefined,
    history: existsSync(history) ? history : undefined,
    states: states.filter(existsSync),
  });
}

const stateName = ".claude.json";

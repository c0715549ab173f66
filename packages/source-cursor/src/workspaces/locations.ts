import { join } from "node:path";
import type { JsonObject, Project } from "@chatexport/core";
import { attempt, objectOf, readTextFile } from "@chatexport/core/read";
import { pathOfAnyUri, textOfUri } from "../values/uri.js";

/** Where a conversation took place. */
export interface Location {
  /** Absolute path on the machine that the folder is on. */
  cwd?: string;
  project?: Project;
}

/** The location that a folder's URI names: text, or as VS Code serializes it. */
export function locationOfFolder(uri: unknown): Location | undefined {
  const { path, remote } = pathOfAnyUri(uri);
  if (path === undefined) return undefined;
  const { cwd, project } = locationOfPath(path);
  const text = remote === undefined ? undefined : textOfUri(uri);
  // On another machine the path alone would be taken for one of this machine.
  return text === undefined ? { cwd, project } : { cwd, project: { name: nameOf(cwd), uri: text } };
}

/** The location of a workspace's URI, which may name a folder or a file that names several. */
export function locationOfWorkspace(uri: unknown): Location | undefined {
  const path = pathOfAnyUri(uri).path ?? "";
  // A workspace of several folders that was never saved lies in Cursor's own folder.
  if (/[\\/]Workspaces[\\/]\d+[\\/]workspace\.json$/.test(path)) return undefined;
  return path.endsWith(extension) ? locationOfWorkspaceFile(uri) : locationOfFolder(uri);
}

/** The location of a plain path. */
export function locationOfPath(path: string): Required<Location> {
  const trimmed = path.replace(/[\\/]$/, "");
  const cwd = trimmed === "" || trimmed.endsWith(":") ? path : trimmed;
  return { cwd, project: { name: nameOf(cwd), path: cwd } };
}

/** The location of a `.code-workspace` file, which is not opened: its name, and its directory as path. */
function locationOfWorkspaceFile(uri: unknown): Location | undefined {
  const { path, remote } = pathOfAnyUri(uri);
  if (path === undefined || !path.endsWith(extension)) return undefined;
  const name = nameOf(path).slice(0, -extension.length);
  const text = remote === undefined ? undefined : textOfUri(uri);
  const folder = path.slice(0, lastSeparator(path)) || path.slice(0, 1);
  return { project: text === undefined ? { name, path: folder } : { name, uri: text } };
}

const extension = ".code-workspace";

/** Position of the last separator of either system. */
function lastSeparator(path: string): number {
  return Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
}

function nameOf(path: string): string {
  return path.slice(lastSeparator(path) + 1) || path;
}

/** The location of a folder in `workspaceStorage`, by its `workspace.json`; a window without a folder has none. */
export function locationOfStorage(folder: string): Location | undefined {
  const json = attempt(() => objectOf(JSON.parse(readTextFile(join(folder, "workspace.json")))));
  return json && locationOfJson(json);
}

/** `{ folder }`, `{ workspace }` for several folders, or `{ configuration }` as older versions wrote it. */
export function locationOfJson(json: JsonObject): Location | undefined {
  for (const uri of [json.folder, json.workspace, json.configuration]) {
    const location = locationOfWorkspace(uri);
    if (location) return location;
  }
  return undefined;
}

import { join } from "node:path";
import { type JsonObject, type Project, present } from "@chatexport/core";
import {
  attempt,
  nameOfRemoteFolder,
  objectOf,
  parseJson,
  readTextFile,
} from "@chatexport/core/read";
import type { RowsBeside } from "@chatexport/core/source";
import { files, workspaceFields } from "../locate/file-names.js";
import { pathOfAnyUri, textOfUri } from "../values/uri.js";

/** The place of a conversation. */
export interface Location {
  /** Absolute path on the machine that the folder is on. */
  cwd?: string;
  project?: Project;
}

/** The location that a folder's URI names: text, or as VS Code serializes it. */
export function locationOfFolder(uri: unknown): Location | undefined {
  const { path, remote } = pathOfAnyUri(uri);
  if (path === undefined) return virtualLocation(uri);
  const { cwd, project } = locationOfPath(path);
  return { cwd, project: projectAt(project, remote, uri) };
}

/** A folder in a virtual file system has no path on any machine: "vscode-vfs://github/owner/repository". */
function virtualLocation(uri: unknown): Location | undefined {
  const text = textOfUri(uri);
  const name = text && nameOfRemoteFolder(text);
  return name ? { project: { name, uri: text } } : undefined;
}

/**
 * The location of a workspace's URI, which may name a folder or a `.code-workspace` file that names several:
 * of that, which is not opened, its name, and its directory as path.
 */
export function locationOfWorkspace(uri: unknown): Location | undefined {
  const { path = "", remote } = pathOfAnyUri(uri);
  // A workspace of several folders that was never saved lies in Cursor's own folder.
  if (/[\\/]Workspaces[\\/]\d+[\\/]workspace\.json$/.test(path)) return undefined;
  if (!path.endsWith(extension)) return locationOfFolder(uri);
  const name = nameOf(path).slice(0, -extension.length);
  const folder = path.slice(0, lastSeparator(path)) || path.slice(0, 1);
  return { project: projectAt({ name, path: folder }, remote, uri) };
}

/** On another machine the path alone would be taken for one of this machine. */
function projectAt(project: Project, remote: string | undefined, uri: unknown): Project {
  const text = remote === undefined ? undefined : textOfUri(uri);
  return text === undefined ? project : present({ name: project.name, uri: text });
}

/** The location of a plain path. */
export function locationOfPath(path: string): Required<Location> {
  const trimmed = path.replace(/[\\/]$/, "");
  const cwd = trimmed === "" || trimmed.endsWith(":") ? path : trimmed;
  return { cwd, project: { name: nameOf(cwd), path: cwd } };
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
export function locationOfStorage(folder: string, rows: RowsBeside): Location | undefined {
  const path = join(folder, files.workspace);
  const json = objectOf(parseJson(attempt(() => readTextFile(path)))) ?? {};
  return rows.read(json, { path }, (fields) => {
    for (const field of workspaceFields) fields.text(field);
    return locationOfJson(json);
  });
}

/** The location that the JSON of such a file names, in the fields of any version. */
export function locationOfJson(json: JsonObject): Location | undefined {
  const locations = workspaceFields.map((field) => locationOfWorkspace(json[field]));
  return locations.find((location) => location !== undefined);
}

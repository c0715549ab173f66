import { realpath } from "node:fs/promises";
import { basename, resolve } from "node:path";
import type { SessionRef } from "@chatexport/core";
import { isInside } from "./paths.js";

type Filter = (ref: SessionRef) => boolean;

/**
 * Whether a session belongs to a project, which is given as its name, as a path (a session below
 * it belongs to it too), or as a glob over names and paths.
 */
export async function projectFilter(project: string): Promise<Filter> {
  const filters = [nameFilter(project)];
  if (/[\\/]|^\.{1,2}$/.test(project)) filters.push(await pathFilter(project));
  if (/[*?[{]/.test(project)) filters.push(await globFilter(project));
  return (ref) => filters.some((filter) => filter(ref));
}

function nameFilter(project: string): Filter {
  const name = project.toLowerCase();
  return (ref) => namesOf(ref).some((candidate) => candidate.toLowerCase() === name);
}

async function pathFilter(path: string): Promise<Filter> {
  const folder = resolve(path);
  // The tool may have recorded the folder by its real path.
  const folders = [folder, await realpath(folder).catch(() => folder)];
  return (ref) =>
    pathsOf(ref).some((candidate) => folders.some((parent) => isInside(candidate, parent)));
}

async function globFilter(glob: string): Promise<Filter> {
  const { default: picomatch } = await import("picomatch");
  const isMatch = picomatch(glob, { dot: true, nocase: true });
  return (ref) =>
    [...namesOf(ref), ...pathsOf(ref)].some((candidate) =>
      isMatch(candidate.replaceAll("\\", "/")),
    );
}

function namesOf(ref: SessionRef): string[] {
  const paths = pathsOf(ref).map((path) => basename(path));
  return ref.project?.name === undefined ? paths : [ref.project.name, ...paths];
}

function pathsOf({ project, cwd }: SessionRef): string[] {
  return [project?.path, cwd].filter((path) => path !== undefined);
}

import { realpath } from "node:fs/promises";
import { isAbsolute, resolve } from "node:path";
import type { SessionRef } from "@chatexport/core";
import { isInside } from "@chatexport/core/read";
import { withHome } from "../../options/with-home.js";

type Filter = (ref: SessionRef) => boolean;

/**
 * A test of sessions against a project, which is given as its name, as a path (a session below it belongs
 * to it too), or as a glob over names and paths. `refs` are all that will be asked about.
 */
export async function projectFilter(project: string, refs: readonly SessionRef[]): Promise<Filter> {
  const filters = [nameFilter(project)];
  if (isPath(project)) filters.push(await pathFilter(project, refs));
  if (/[*?[{]/.test(project)) filters.push(await globFilter(withHome(project)));
  return (ref) => filters.some((filter) => filter(ref));
}

/** The names of a session's project and folders. */
export function projectNames(ref: SessionRef): string[] {
  const names = projectPaths(ref).map(lastName);
  return ref.project?.name === undefined ? names : [ref.project.name, ...names];
}

/** The folders of a session and its project, as they were recorded, maybe on another system. */
export function projectPaths({ project, cwd, folders = [] }: SessionRef): string[] {
  return [project?.path, cwd, ...folders].filter((path) => path !== undefined);
}

/** The folder that a word names here; undefined when it is no path. */
export function folderOf(project: string): string | undefined {
  if (!isPath(project)) return undefined;
  // A shell leaves `~` as it is behind a `=`, and a file of options is read by no shell.
  return isOfWindows(project) ? project : resolve(withHome(project));
}

// Begins at the first of them only, or many that are not at the end would cost their square.
const slashesAtEnd = /(?<![\\/])[\\/]+$/;

/** The last name in a path of any system. */
export function lastName(path: string): string {
  return path.replace(slashesAtEnd, "").replace(/^.*[\\/]/s, "");
}

/** One spelling of what macOS may write with letters and their accents apart (NFD), or together (NFC). */
export function composed(text: string): string {
  return text.normalize("NFC");
}

/** True when a recorded path is a folder's own or lies below it; those of Windows know no case. */
export function isBelow(one: string, other: string): boolean {
  const [path, folder] = [composed(one), composed(other)];
  if (isOfWindows(path) || isOfWindows(folder))
    return isOfWindows(path) && `${windowsKey(path)}/`.startsWith(`${windowsKey(folder)}/`);
  return isAbsolute(path) && isInside(path, folder);
}

function nameFilter(project: string): Filter {
  const name = keyOf(project.replace(slashesAtEnd, ""));
  return (ref) => projectNames(ref).some((candidate) => keyOf(candidate) === name);
}

function keyOf(name: string): string {
  return composed(name.toLowerCase());
}

async function pathFilter(project: string, refs: readonly SessionRef[]): Promise<Filter> {
  const folder = folderOf(project) ?? project;
  // Either may have a link in it: what the tool recorded, and what the user wrote.
  const folders = [folder, await realPath(folder)];
  const paths = new Set(refs.flatMap(projectPaths));
  const inside = new Set<string>();
  for (const path of paths) {
    const isIn = (candidate: string) => folders.some((parent) => isBelow(candidate, parent));
    if (isIn(path) || (isAbsolute(path) && isIn(await realPath(path)))) inside.add(path);
  }
  return (ref) => projectPaths(ref).some((path) => inside.has(path));
}

async function globFilter(glob: string): Promise<Filter> {
  const { default: picomatch } = await import("picomatch");
  const isMatch = picomatch(composed(glob), { dot: true, nocase: true });
  return (ref) =>
    [...projectNames(ref), ...projectPaths(ref)].some((candidate) =>
      isMatch(composed(candidate).replaceAll("\\", "/")),
    );
}

function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

function isPath(project: string): boolean {
  return /[\\/]|^\.{1,2}$|^~$/.test(project);
}

function isOfWindows(path: string): boolean {
  return /^(?:[a-z]:(?:[\\/]|$)|\\\\)/i.test(path);
}

function windowsKey(path: string): string {
  return path
    .replace(/[\\/]+/g, "/")
    .replace(/\/$/, "")
    .toLowerCase();
}

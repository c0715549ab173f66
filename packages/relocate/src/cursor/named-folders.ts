import { basename, join, parse } from "node:path";
import { once } from "@chatexport/core/read";
import {
  chatsFolderNames,
  entriesOf,
  folders,
  hasSlug,
  projectSlugs,
  slugOf,
} from "@chatexport/source-cursor/paths";
import { noteOn, placeInContent } from "../editor/notes.js";
import { isWithin, type PathMap } from "../move/path-map.js";
import type { Note, Rename } from "../move/store-plan.js";
import { type DotFolder, directoryOf, type ProjectFolder } from "./dot-folder.js";

/** The folders of `projects` that get another name; `known` are all paths that are known, also others. */
export function movedProjects(
  dotFolder: DotFolder,
  map: PathMap,
  known: readonly string[],
): { found: Rename[]; notes: Note[] } {
  const found: Rename[] = [];
  const notes: Note[] = [];
  for (const project of dotFolder.projects) {
    const path = pathOfProject(project, map, known);
    if (path === undefined) continue;
    if (path === "ambiguous") {
      notes.push(noteOn(project.folder, "ambiguous-project"));
      continue;
    }
    const to = join(dotFolder.path, folders.projects, movedSlug(project.name, path, map));
    found.push({ from: project.folder, to });
  }
  return { found, notes };
}

/** The path that a slug stands for, if that moves: slugs of several paths may be the same. */
function pathOfProject(
  { name, path }: ProjectFolder,
  map: PathMap,
  known: readonly string[],
): string | "ambiguous" | undefined {
  const isMoving = (candidate: string) => map.path(candidate) !== undefined;
  if (path !== undefined && hasSlug(name, path)) return isMoving(path) ? path : undefined;
  const roots = map.pairs.flatMap(({ from, to }) => [from, to]);
  if (!roots.some((root) => `${slugOf(name)}-`.startsWith(`${slugOf(root)}-`))) {
    const isKnown = known.some((other) => isMoving(other) && hasSlug(name, other));
    if (!isKnown) return undefined;
  }
  const inProject = [
    ...known.filter((other) => isMoving(other) && hasSlug(name, other)),
    ...map.pairs.flatMap(({ from }) => (hasSlug(name, from) ? [from] : [])),
    ...map.pairs.flatMap(({ from, to }) => foldersIn(name, from, to)),
  ];
  const [own] = inProject;
  if (own === undefined) return undefined;
  const others = [
    ...known.filter((other) => hasSlug(name, other)),
    ...foldersOfSlug(parse(own).root, name),
  ].filter((other) => !isMoving(other) && !map.pairs.some(({ to }) => isWithin(other, to)));
  return others.length > 0 ? "ambiguous" : own;
}

/** The folders of the project that have a slug, which lie at the old place or at the new one. */
function foldersIn(name: string, from: string, to: string): string[] {
  if (!slugOf(name).startsWith(slugOf(from))) return [];
  const rest = slugOf(name).slice(slugOf(from).length);
  return [
    ...foldersOfSlug(from, name),
    ...foldersOfSlug(to, slugOf(to) + rest).map((path) => from + path.slice(to.length)),
  ];
}

/** In the spelling that the old one has. */
function movedSlug(slug: string, path: string, map: PathMap): string {
  const spelling = Math.max(projectSlugs(path).indexOf(slug), 0);
  return projectSlugs(map.path(path) ?? path)[spelling] ?? slug;
}

/** The folders of `chats` that get another name: the MD5 of a directory in the project. */
export function movedChats(dotFolder: DotFolder, map: PathMap, known: readonly string[]): Rename[] {
  const moving = known.filter((path) => map.path(path) !== undefined);
  // Old versions left only the hash, so that every folder of the project is asked.
  const directories = once(() => map.pairs.flatMap(directoriesOf));
  return [...dotFolder.chats].flatMap(([name, chats]) => {
    const directory = directoryOf(name, chats, moving) ?? directoryOf(name, [], directories());
    const moved = directory === undefined ? undefined : map.path(directory);
    if (directory === undefined || moved === undefined) return [];
    // Of Windows in the case of the drive that the old one has.
    const spelling = Math.max(chatsFolderNames(directory).indexOf(name.toLowerCase()), 0);
    const to = chatsFolderNames(moved)[spelling] ?? name;
    return [
      {
        from: join(dotFolder.path, folders.chats, name),
        to: join(dotFolder.path, folders.chats, to),
      },
    ];
  });
}

/**
 * Lists the chats that go on naming the old directory: only their texts name it, where no
 * `meta.json` has it, and no workspace tells the meaning of the new folder's name.
 */
export function unnamedChats(
  { chats }: DotFolder,
  moved: readonly Rename[],
  map: PathMap,
  workspaces: readonly string[],
): Note[] {
  const known = new Set(workspaces.flatMap((path) => chatsFolderNames(map.path(path) ?? path)));
  return moved.flatMap(({ from, to }): Note[] => {
    const sessions = chats.get(basename(from)) ?? [];
    const count = sessions.filter(({ cwd }) => cwd === undefined).length;
    if (count === 0 || known.has(basename(to))) return [];
    return [placeInContent(to, count)];
  });
}

function directoriesOf({ from, to }: { from: string; to: string }): string[] {
  return [
    from,
    ...foldersBelow(from),
    ...foldersBelow(to).map((path) => from + path.slice(to.length)),
  ];
}

/** The folders at or below `root` whose paths have a slug; only folders on the way to such are looked into. */
function foldersOfSlug(root: string, slug: string): string[] {
  const own = slugOf(root);
  const rest = slugOf(slug);
  if (own === rest) return [root];
  // Between the root and what follows stands one "-", unless the root has no letter.
  const start = own === "" ? "" : `${own}-`;
  return rest.startsWith(start) ? below(root, rest.slice(start.length)) : [];
}

function below(folder: string, rest: string): string[] {
  return entriesOf(folder).folders.flatMap((name) => {
    const path = join(folder, name);
    const own = slugOf(name);
    if (own === "") return [];
    if (own === rest) return [path];
    return rest.startsWith(`${own}-`) ? below(path, rest.slice(own.length + 1)) : [];
  });
}

/** Folders of tools, in which no agent is started. */
const ignored: ReadonlySet<string> = new Set([".git", "node_modules"]);
const deepest = 6;
const most = 20_000;

/** The folders below a folder, those above others first, up to a depth and a number that projects rarely have. */
function foldersBelow(folder: string): string[] {
  const found = [folder];
  let level = [folder];
  for (let depth = 0; depth < deepest && found.length < most; depth++) {
    const next = level.flatMap((parent) =>
      entriesOf(parent)
        .folders.filter((name) => !ignored.has(name))
        .map((name) => join(parent, name)),
    );
    level = next.slice(0, most - found.length);
    found.push(...level);
  }
  return found;
}

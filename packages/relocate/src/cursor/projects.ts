import { join, parse } from "node:path";
import { folders, hasSlug, projectSlugs, slugOf } from "@chatexport/source-cursor/paths";
import { isWithin, type PathMap } from "../path-map.js";
import type { Note, Rename } from "../store-plan.js";
import { foldersOfSlug } from "./disk-folders.js";
import type { DotFolder, ProjectFolder } from "./dot-folder.js";

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
      notes.push(ambiguousNote(project.folder));
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

function ambiguousNote(path: string): Note {
  return {
    code: "ambiguous-project",
    message:
      "Its name is that of another folder as well, so it stays. If its transcripts are those of the project, rename it yourself.",
    path,
  };
}

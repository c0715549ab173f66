import { type SessionRef, safeLine } from "@chatexport/core";
import { closestMatch } from "leven";
import { folderOf, isBelow, lastName, projectNames, projectPaths } from "./project-filter.js";

const mostNames = 3;

/** A sentence about the projects that somebody may have meant, or about where to see all. */
export function nearestProject(refs: readonly SessionRef[], project: string): string {
  const folder = folderOf(project);
  const around = folder === undefined ? undefined : projectAround(refs, folder);
  if (around !== undefined)
    return `This folder lies in a project: try --project ${quoted(around)}.`;
  const names = nearNames(refs, lastName(folder ?? project));
  return names.length === 0
    ? "chatexport list shows all projects."
    : `Did you mean --project ${names.map(quoted).join(" or ")}?`;
}

/** The innermost folder with sessions that a folder lies in. */
function projectAround(refs: readonly SessionRef[], folder: string): string | undefined {
  const around = refs.flatMap(projectPaths).filter((path) => isBelow(folder, path));
  return around.sort((a, b) => b.length - a.length)[0];
}

/** Names that contain the word, else the one that is nearest to it. */
function nearNames(refs: readonly SessionRef[], word: string): string[] {
  const wanted = word.toLowerCase();
  const names = [...new Set(refs.flatMap(projectNames))].filter((name) => name !== "");
  const containing = names.filter((name) => wanted !== "" && name.toLowerCase().includes(wanted));
  if (containing.length > 0) return containing.slice(0, mostNames);
  const byKey = new Map(names.map((name) => [name.toLowerCase(), name]));
  const nearest = closestMatch(wanted, [...byKey.keys()], {
    maxDistance: Math.ceil(wanted.length / 3),
  });
  const name = nearest === undefined ? undefined : byKey.get(nearest);
  return name === undefined ? [] : [name];
}

/** As a shell takes it for one word, whoever has given the folder its name. */
function quoted(name: string): string {
  return `'${safeLine(name).replaceAll("'", "'\\''")}'`;
}

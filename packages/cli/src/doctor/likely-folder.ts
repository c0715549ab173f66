import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { kindOfPath } from "../paths.js";

/**
 * Where a project that is gone may be by now: the only folder with its name beside other projects, or in
 * what is left of the way to it. `projects` are folders that sessions took place in.
 */
export async function likelyFolder(
  missing: string,
  projects: readonly string[],
): Promise<string | undefined> {
  const around = await nearestFolder(dirname(missing));
  const places = new Set([around, ...projects.map((project) => dirname(project))]);
  for (const name of await foldersIn(around)) places.add(join(around, name));
  const found: string[] = [];
  for (const place of places) {
    const path = join(place, basename(missing));
    if (!projects.includes(path) && (await kindOfPath(path)) === "folder") found.push(path);
  }
  return found.length === 1 ? found[0] : undefined;
}

async function nearestFolder(path: string): Promise<string> {
  const parent = dirname(path);
  return parent === path || (await kindOfPath(path)) === "folder" ? path : nearestFolder(parent);
}

async function foldersIn(path: string): Promise<string[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    return [];
  }
}

import { readdir } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { compareStrings, present, type SessionRef } from "@chatexport/core";
import type { Redaction } from "../../host/content/redaction.js";
import { isInside, kindOfPath } from "../../host/files/paths.js";
import type { DoctorOptions } from "../../options/option-table.js";
import { commandLine } from "../../terminal/shell-words.js";
import type { MissingProject } from "./findings.js";

/**
 * The projects of sessions whose folders are not on this machine, those with most sessions first.
 * Undefined when the user named other stores than those of this machine: their projects are elsewhere.
 */
export async function missingProjects(
  refs: readonly SessionRef[],
  options: Pick<DoctorOptions, "home" | "root">,
  redaction: Redaction,
): Promise<MissingProject[] | undefined> {
  if (mayBeCopy(options)) return undefined;
  const counts = new Map<string, number>();
  for (const ref of refs) {
    const path = localFolder(ref);
    if (path !== undefined) counts.set(path, (counts.get(path) ?? 0) + 1);
  }
  const gone: string[] = [];
  for (const path of counts.keys()) if ((await kindOfPath(path)) === "nothing") gone.push(path);
  const projects = [...counts.keys()];
  const missing: MissingProject[] = [];
  for (const path of gone) {
    const isInner = gone.some((other) => other !== path && isInside(path, other));
    const found = isInner ? {} : await repairOf(path, projects, options);
    missing.push({ path, sessions: counts.get(path) ?? 0, ...found });
  }
  return redaction.data(
    missing.sort((a, b) => b.sessions - a.sessions || compareStrings(a.path, b.path)),
  );
}

async function repairOf(
  path: string,
  projects: readonly string[],
  { home }: Pick<DoctorOptions, "home">,
): Promise<Pick<MissingProject, "movedTo" | "repair">> {
  const movedTo = await likelyFolder(path, projects);
  const words = ["move", path, movedTo ?? "NEW", "--sessions-only"];
  return present({ movedTo, repair: commandLine(words, present({ home })) });
}

/**
 * The folder of a session if it can be one of this machine. A name of another machine is not looked
 * at: Windows would ask that machine, and a transcript can name any.
 */
function localFolder({ project, cwd }: SessionRef): string | undefined {
  if (project?.uri !== undefined) return undefined;
  const path = project?.path ?? cwd;
  const isLocal = process.platform === "win32" ? /^[a-z]:[\\/]/i : /^\/(?!\/)/;
  return path !== undefined && isLocal.test(path) ? path : undefined;
}

/**
 * Where a project that is gone may be by now: the only folder with its name beside other projects, or in
 * what is left of the way to it. `projects` are folders that sessions took place in.
 */
async function likelyFolder(
  missing: string,
  projects: readonly string[],
): Promise<string | undefined> {
  const around = await nearestFolder(dirname(missing));
  const folders = new Set([around, ...projects.map((project) => dirname(project))]);
  for (const name of await foldersIn(around)) folders.add(join(around, name));
  const found: string[] = [];
  for (const folder of folders) {
    const path = join(folder, basename(missing));
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

/** Whether the stores that the user named may be copies, or those of another machine. */
export function mayBeCopy({ home, root = [] }: Pick<DoctorOptions, "home" | "root">): boolean {
  return root.length > 0 || (home !== undefined && resolve(home) !== resolve(homedir()));
}

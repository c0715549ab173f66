import { compareStrings, present, type SessionRef } from "@chatexport/core";
import type { DoctorOptions } from "../options.js";
import { commandLine } from "../own-command-line.js";
import { isInside, kindOfPath } from "../paths.js";
import type { Redaction } from "../redaction.js";
import { mayBeCopy } from "./copies.js";
import type { MissingProject } from "./findings.js";
import { likelyFolder } from "./likely-folder.js";

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

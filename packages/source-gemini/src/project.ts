import { createHash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { attempt, objectOf, parseJson, readTextFile, textOf } from "@chatexport/core/read";

/** The tool's folder, of which a place is the folder of all projects. */
export function ownFolder(place: string): string | undefined {
  return basename(place) === "tmp" ? dirname(place) : undefined;
}

/** The working directory of the sessions in a project's folder; `own`: the tool's folder, where it is known. */
export function directoryOf(project: string, own: string | undefined): string | undefined {
  const name = basename(project);
  const lists = (own === undefined ? [] : ["projects.json", "trustedFolders.json"]).map((file) =>
    objectOf(parseJson(attempt(() => readTextFile(join(own ?? "", file))))),
  );
  const known = lists.flatMap((list) => Object.entries(objectOf(list?.projects) ?? list ?? {}));
  // Until 2026 a folder had the hash of its project's path as its name.
  const named = known.find(([path, slug]) => slug === name || hashOf(path) === name)?.[0];
  return named ?? textOf(attempt(() => readTextFile(join(project, ".project_root")).trim()));
}

/** The name that a folder of a project had until 2026, which is also in its chats (0.61.0). */
export function hashOf(path: string): string {
  return createHash("sha256").update(path).digest("hex");
}

/**
 * True when the tool takes a name for the folder of a project; another one could lead out of its store
 * (0.61.0).
 */
export function isProjectName(name: string): boolean {
  return /^[a-z0-9-]+$/.test(name);
}

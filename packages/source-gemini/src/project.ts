import { createHash } from "node:crypto";
import { basename, join } from "node:path";
import { attempt, objectOf, parseJson, readTextFile, textOf } from "@chatexport/core/read";

/** The working directory of the sessions in a project's folder; `own`: the tool's folder, where it is known. */
export function folderOf(project: string, own: string | undefined): string | undefined {
  const name = basename(project);
  const known = own === undefined ? [] : projectsIn(own);
  // Until 2026 a folder had the hash of its project's path as its name.
  const named = known.find(({ path, slug }) => slug === name || hashOf(path) === name)?.path;
  return named ?? textOf(attempt(() => readTextFile(join(project, ".project_root")).trim()));
}

function projectsIn(own: string): { path: string; slug?: string }[] {
  const list = objectOf(parseJson(attempt(() => readTextFile(join(own, "projects.json")))));
  const named = Object.entries(objectOf(list?.projects) ?? {}).map(([path, slug]) => ({
    path,
    slug: textOf(slug) ?? "",
  }));
  const trusted = objectOf(
    parseJson(attempt(() => readTextFile(join(own, "trustedFolders.json")))),
  );
  return [...named, ...Object.keys(trusted ?? {}).map((path) => ({ path }))];
}

function hashOf(path: string): string {
  return createHash("sha256").update(path).digest("hex");
}

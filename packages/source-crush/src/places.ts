import { existsSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import { type Context, present, type SourceOptions } from "@chatexport/core";
import {
  isInside,
  isMissing,
  listOf,
  objectOf,
  parseJson,
  readBytes,
  thisSystem,
  unreadableFile,
  windowsHomes,
} from "@chatexport/core/read";
import {
  droppedFields,
  malformedEntry,
  type NamedFields,
  RowsBeside,
} from "@chatexport/core/source";
import type { DatabasePlace } from "@chatexport/sqlite";

/**
 * The places that `roots` name, or those of the projects that the tool lists in its data folder; where there are
 * none, the place of that list. Reports what is wrong with it.
 */
export function placesOf(
  { home, roots }: SourceOptions,
  report: Context["report"],
): DatabasePlace[] {
  if (roots) return [...new Set(roots.map((root) => resolve(root)))].map((path) => ({ path }));
  const lists = listsOf({ home });
  const listed = lists.flatMap((list) => listedIn(list, report));
  const places =
    home === undefined ? listed : listed.flatMap((place) => placeBelow(resolve(home), place) ?? []);
  if (places.length === 0) return [{ path: lists[0] ?? "" }];
  return [...new Map(places.map((place) => [place.path, place])).values()];
}

/** The lists of projects in the data folders of a home, or of the user. */
export function listsOf({ home }: { home?: string | undefined }): string[] {
  const folders = home === undefined ? foldersOfUser() : foldersIn(resolve(home));
  return folders.map((folder) => join(folder, "projects.json"));
}

/** The data folders, as the tool finds its own in 0.90.0. */
function foldersOfUser(): string[] {
  const system = thisSystem();
  const { CRUSH_GLOBAL_DATA: own, XDG_DATA_HOME: data } = system.env;
  const folders = own ? [own] : data ? [join(data, "crush")] : foldersIn(system.home);
  return [...folders, ...windowsHomes(system).flatMap(foldersIn)];
}

function foldersIn(home: string): string[] {
  return [join(home, ".local", "share", "crush"), join(home, "AppData", "Local", "crush")];
}

/** A place inside a home, which may be a copy of another one: then a project lies in it as deep as it lay there. */
function placeBelow(home: string, place: DatabasePlace): DatabasePlace | undefined {
  if (isInside(place.path, home)) return place;
  const names = place.path.split(/[\\/]/).filter((name) => name !== "");
  const paths = names.map((_, index) => join(home, ...names.slice(index)));
  const path = paths.find((each) => isInside(each, home) && existsSync(each));
  return path === undefined ? undefined : { path };
}

/** The fields of such a list that no session needs. */
const listFields: NamedFields = {
  dropped: droppedFields({
    "when the tool was last run in the project": { texts: "last_accessed" },
  }),
};

/** The databases in a list of projects, which the tool keeps since December 2025. */
function listedIn(path: string, report: Context["report"]): DatabasePlace[] {
  try {
    const projects = listOf(objectOf(parseJson(readBytes(path).toString()))?.projects);
    if (!projects) throw new Error("it is no list of projects; --root names them");
    const rows = new RowsBeside(listFields);
    const places = projects.flatMap((entry, index) => {
      const project = objectOf(entry) ?? {};
      const [own, data] = rows.read(project, { path, at: `/projects/${index}` }, (fields) => [
        fields.text("path"),
        fields.text("data_dir"),
      ]);
      if (data !== undefined && isAbsolute(own ?? data))
        return present<DatabasePlace>({
          path: join(resolve(own ?? "", data), "crush.db"),
          project: own,
        });
      report(malformedEntry(path, `/projects/${index}`));
      return [];
    });
    rows.report({ report });
    return places;
  } catch (cause) {
    if (!isMissing(cause)) report(unreadableFile(path, cause));
    return [];
  }
}

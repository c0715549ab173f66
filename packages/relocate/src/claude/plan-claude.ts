import { join } from "node:path";
import { contextFor, defined, present } from "@chatexport/core";
import { realPath } from "@chatexport/core/read";
import {
  type ConfigPlace,
  findPathStores,
  indexName,
  transcriptId,
} from "@chatexport/source-claude/paths";
import type { StoreMove } from "../move/move.js";
import { type PathMap, type PathPair, pathMap } from "../move/path-map.js";
import type { Note, StorePlan } from "../move/store-plan.js";
import { type Destination, destinationOf } from "./destination.js";
import { addEdit, addEditsBelow, type Edits } from "./edit-files.js";
import { type NewPaths, promptsEdit, sidecarEdit } from "./edit-records.js";
import { fileMerger } from "./merge-files.js";
import { type Combined, moveFolders, reachable } from "./move-folders.js";
import { noteOn } from "./notes.js";
import {
  indexedProject,
  knownProjects,
  type ProjectFolder,
  projectFolders,
} from "./project-folders.js";
import { stateEdit } from "./state-file.js";

/**
 * The changes in the stores of Claude Code when a project moves. Everything is read once; what
 * cannot be read stays as it is, with a note.
 */
export function planClaude({
  realPairs: pairs,
  home,
  system,
}: Pick<StoreMove, "realPairs" | "home" | "system">): StorePlan {
  const notes: Note[] = [];
  const context = contextFor(
    {
      report({ code, message, origin }) {
        notes.push({ code, message, ...defined({ path: origin?.path }) });
      },
    },
    {},
  );
  const map = pathMap(pairs);
  const { configFolders, sidecars } = findPathStores(present({ home }), system, context);
  const parts: Parts = {
    edits: new Map(),
    pairs: [],
    projects: new Set(
      configFolders.flatMap(({ projects }) => (projects ? [realPath(projects)] : [])),
    ),
    planned: new Set(),
    renames: [],
    emptied: [],
    notes,
  };
  const paths = { map, ofStore: map.path, storeNames: [] };
  for (const config of configFolders) {
    planConfigFolder(config, paths, parts);
    if (map.path(config.path) !== undefined) notes.push(noteOn(config.path, "store-in-project"));
  }
  for (const path of sidecars) addEdit(path, sidecarEdit, paths, parts);
  const { edits, renames, emptied } = parts;
  const rewrites = [...edits.values()];
  return {
    source: "claude",
    rewrites,
    renames,
    emptied,
    notes: unique(notes),
    // A folder in the project moves once more, with the project.
    pairs: [...pairs, ...parts.pairs.map(({ from, to }) => ({ from, to: map.path(to) ?? to }))],
  };
}

/** Several steps that read the same file note the same about it. */
function unique(notes: readonly Note[]): Note[] {
  const byPlace = new Map(notes.map((note) => [`${note.code} ${note.path}`, note]));
  return [...byPlace.values()];
}

/** The plan of all config folders while it is made. */
interface Parts extends Combined {
  edits: Edits;
  pairs: PathPair[];
  /** The folders called `projects`, with links resolved: config folders may share them. */
  projects: ReadonlySet<string>;
  /** Those of them that have been planned. */
  planned: Set<string>;
}

/** Plans what changes in one config folder. */
function planConfigFolder(config: ConfigPlace, paths: NewPaths, parts: Parts): void {
  const { projects, history, states } = config;
  if (projects !== undefined && !parts.planned.has(realPath(projects))) {
    parts.planned.add(realPath(projects));
    planProjects(config, projects, paths.map, parts);
  }
  if (history !== undefined) addEdit(history, promptsEdit, paths, parts);
  for (const path of states) addEdit(path, stateEdit, paths, parts);
}

function planProjects(config: ConfigPlace, projects: string, map: PathMap, parts: Parts): void {
  const { edits, pairs } = parts;
  const real = realPath(projects);
  const destinations = destinationsIn(config, real, map, parts);
  for (const folder of new Set([projects, real]))
    for (const destination of destinations) pairs.push(...pairsOf(folder, destination));
  const known = new Set(pairs.map(({ from }) => from));
  const paths = newPaths(destinations, map, (pair) => {
    if (!known.has(pair.from)) pairs.push(pair);
    known.add(pair.from);
  });
  for (const { folder, moving } of destinations) {
    const isWhole = moving.length === folder.sessions.length;
    const names = isWhole ? [""] : [...moving.flatMap(({ names }) => names), indexName];
    for (const name of names) addEditsBelow(join(folder.path, name), paths, parts);
  }
  moveFolders(real, destinations, fileMerger(paths, edits), parts);
}

/** The destination of each folder in which something changes. */
function destinationsIn(
  config: ConfigPlace,
  projects: string,
  map: PathMap,
  { notes, projects: handled }: Parts,
): Destination[] {
  const folders = projectFolders(projects, handled, notes);
  const names = folders.map(({ name }) => name);
  const noted = [...map.pairs.map(({ from }) => from), ...knownProjects(config)];
  const known = ({ path }: ProjectFolder) => [...noted, indexedProject(path) ?? []].flat();
  const destinations = folders.map((folder) =>
    destinationOf(folder, { map, names, known: known(folder) }, notes),
  );
  const isConcerned = ({ moving, whole }: Destination) => moving.length > 0 || whole !== undefined;
  return reachable(projects, destinations.filter(isConcerned), notes);
}

/**
 * The paths after the move, also those of the tool's own files: a folder in `projects` gets another name,
 * or a session leaves it. The folder that `projects` lies in may be written in another way than it is read:
 * it was copied from another machine, or lies behind a link. `met` takes each path of such a folder, or of
 * a file of such a session, as it is written.
 */
function newPaths(
  destinations: readonly Destination[],
  map: PathMap,
  met: (pair: PathPair) => void,
): NewPaths {
  const byName = new Map(destinations.map((each) => [each.folder.name, each]));
  const folderOf: FolderOf = (name, id) => {
    const { whole, leaving = [] } = byName.get(name) ?? {};
    return whole ?? [...leaving].find(([session]) => session.id === id)?.[1];
  };
  return {
    map,
    ofStore(path) {
      const moved = inProjects(path, folderOf, met) ?? path;
      const mapped = map.path(moved) ?? moved;
      return mapped === path ? undefined : mapped;
    },
    storeNames: [...byName.keys()].map((name) => Buffer.from(name)),
  };
}

function pairsOf(projects: string, { folder, whole, leaving }: Destination): PathPair[] {
  const pair = (from: string, to: string) => ({
    from: join(projects, from),
    to: join(projects, to),
  });
  if (whole !== undefined) return [pair(folder.name, whole)];
  return [...leaving].flatMap(([{ names }, to]) =>
    names.map((name) => pair(join(folder.name, name), join(to, name))),
  );
}

/** The new name of the folder of a session; of the folder itself without one. */
type FolderOf = (name: string, session?: string) => string | undefined;

function inProjects(
  path: string,
  folderOf: FolderOf,
  met: (pair: PathPair) => void,
): string | undefined {
  // Names, and between them what separates them.
  const parts = path.split(/([\\/])/);
  for (let at = 2; at + 2 < parts.length; at += 2) {
    const name = parts[at + 2];
    if (parts[at] !== "projects" || name === undefined) continue;
    const session = parts[at + 4];
    const whole = folderOf(name);
    const folder = whole ?? (session && folderOf(name, transcriptId(session)));
    if (folder === undefined) continue;
    const to = parts.with(at + 2, folder);
    const end = at + (whole === undefined ? 5 : 3);
    met({ from: parts.slice(0, end).join(""), to: to.slice(0, end).join("") });
    return to.join("");
  }
  return undefined;
}

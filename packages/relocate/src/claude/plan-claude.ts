import { join } from "node:path";
import { contextFor, defined, present } from "@chatexport/core";
import { type ConfigPlace, findPathStores, indexName } from "@chatexport/source-claude/paths";
import type { StoreMove } from "../move/move.js";
import { type PathMap, type PathPair, pathMap } from "../move/path-map.js";
import type { Note, StorePlan } from "../move/store-plan.js";
import type { Combined } from "./combine-folders.js";
import { type Destination, destinationOf } from "./destination.js";
import { resolved } from "./disk.js";
import { addEdit, addEditsBelow, type Edits } from "./edit-files.js";
import { type NewPaths, promptRows, sidecarFile } from "./edit-records.js";
import { fileMerger } from "./merge-files.js";
import { moveFolders, reachable } from "./move-folders.js";
import {
  indexedProject,
  knownProjects,
  type ProjectFolder,
  projectFolders,
} from "./project-folders.js";
import { stateFile } from "./state-file.js";
import { storePaths } from "./store-paths.js";

/**
 * What has to change in the stores of Claude Code when a project moves. Everything is read once; what
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
      configFolders.flatMap(({ projects }) => (projects ? [resolved(projects)] : [])),
    ),
    planned: new Set(),
    renames: [],
    emptied: [],
    notes,
  };
  for (const config of configFolders) {
    planConfigFolder(config, map, parts);
    if (map.path(config.path) !== undefined) notes.push(inProject(config.path));
  }
  const paths = { map, ofStore: map.path, storeNames: [] };
  for (const path of sidecars)
    addEdit({ path, kind: "json", edit: sidecarFile }, paths, parts.edits, notes);
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

/** Several who looked at the same file say the same about it. */
function unique(notes: readonly Note[]): Note[] {
  const byPlace = new Map(notes.map((note) => [`${note.code} ${note.path}`, note]));
  return [...byPlace.values()];
}

function inProject(path: string): Note {
  return {
    code: "store-in-project",
    message:
      "The tool keeps its files in the project itself, so they move with it. Set CLAUDE_CONFIG_DIR to their new place.",
    path,
  };
}

/** What the plan of all config folders is made of. */
interface Parts extends Combined {
  edits: Edits;
  pairs: PathPair[];
  /** The folders called `projects`, with links resolved: config folders may share them. */
  projects: ReadonlySet<string>;
  /** Those of them that have been planned. */
  planned: Set<string>;
}

/** Plans what changes in one config folder. */
function planConfigFolder(config: ConfigPlace, map: PathMap, parts: Parts): void {
  const { edits, notes, planned } = parts;
  const { projects } = config;
  if (projects !== undefined && !planned.has(resolved(projects))) {
    planned.add(resolved(projects));
    planProjects(config, projects, map, parts);
  }
  const paths = { map, ofStore: map.path, storeNames: [] };
  const { history, states } = config;
  if (history !== undefined)
    addEdit({ path: history, kind: "lines", edit: promptRows }, paths, edits, notes);
  for (const path of states) addEdit({ path, kind: "json", edit: stateFile }, paths, edits, notes);
}

function planProjects(config: ConfigPlace, projects: string, map: PathMap, parts: Parts): void {
  const { edits, notes, pairs } = parts;
  const real = resolved(projects);
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
    for (const name of names) addEditsBelow(join(folder.path, name), paths, edits, notes);
  }
  moveFolders(real, destinations, fileMerger(paths, edits), parts);
}

/** What becomes of each folder of which something changes. */
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

function newPaths(
  destinations: readonly Destination[],
  map: PathMap,
  met: (pair: PathPair) => void,
): NewPaths {
  const byName = new Map(destinations.map((each) => [each.folder.name, each]));
  const folderOf = (name: string, id: string | undefined) => {
    const { whole, leaving = [] } = byName.get(name) ?? {};
    return whole ?? [...leaving].find(([session]) => session.id === id)?.[1];
  };
  return {
    map,
    ofStore: storePaths({ folderOf, met }, map),
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

import { join } from "node:path";
import { type ConfigPlace, indexName } from "@chatexport/source-claude/paths";
import type { PathMap } from "../path-map.js";
import type { PathPair } from "../path-pair.js";
import type { Combined } from "./combine.js";
import { type NewPaths, promptRows } from "./contents.js";
import { type Destination, destinationOf } from "./destination.js";
import { resolved } from "./disk.js";
import { addEdit, addEditsBelow, type Edits } from "./edits.js";
import { moveFolders, reachable } from "./folder-moves.js";
import { indexedProject, knownProjects } from "./known-projects.js";
import { fileMerger } from "./merge-files.js";
import { type ProjectFolder, projectFolders } from "./project-folder.js";
import { stateFile } from "./state-file.js";
import { storePaths } from "./store-paths.js";

/** What the plan of all config folders is made of. */
export interface Parts extends Combined {
  edits: Edits;
  pairs: PathPair[];
  /** The folders called `projects`, with links resolved: config folders may share them. */
  projects: ReadonlySet<string>;
  /** Those of them that have been planned. */
  planned: Set<string>;
}

/** Plans what changes in one config folder. */
export function planConfigFolder(config: ConfigPlace, map: PathMap, parts: Parts): void {
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

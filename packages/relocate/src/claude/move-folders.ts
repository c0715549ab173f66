import { existsSync, lstatSync, readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { compareStrings } from "@chatexport/core";
import { attempt, getOrAdd, realPath } from "@chatexport/core/read";
import { isSameName } from "../move/path-map.js";
import { freeName, type Note, type Rename } from "../move/store-plan.js";
import type { Destination } from "./destination.js";
import { noteOn, unreadable } from "./notes.js";

/** Everything that goes to one folder in `projects`. */
interface Group {
  name: string;
  destinations: Destination[];
}

/**
 * The destinations that can be reached: folders of the same `projects` may take each other's names, one
 * after the other, but what a link leads to stays where it is. Notes what cannot.
 */
export function reachable(
  projects: string,
  destinations: readonly Destination[],
  notes: Note[],
): Destination[] {
  return destinations.map((destination) => {
    const { folder, moving, whole, leaving } = destination;
    const names = [...(whole === undefined ? [] : [whole]), ...leaving.values()];
    const blocked = names.find((name) => {
      const there = join(projects, name);
      if (!existsSync(there)) return folder.isLink && leaving.size > 0;
      const isOwn = realPath(there) === folder.path && !isSameName(name, folder.name);
      return folder.isLink || isOwn || !canBeRead(there) || !canBeRead(folder.path);
    });
    if (blocked === undefined) return destination;
    notes.push(noteOn(folder.path, "blocked-project-folder"));
    return { folder, moving, leaving: new Map() };
  });
}

function canBeRead(folder: string): boolean {
  return attempt(() => readdirSync(folder)) !== undefined;
}

/** Moves folders and sessions to where they belong, in an order in which each name is free. */
export function moveFolders(
  projects: string,
  destinations: readonly Destination[],
  merge: MergeFiles,
  combined: Combined,
): void {
  const vacated = new Set(
    destinations.flatMap(({ folder, whole }) => (whole === undefined ? [] : [folder.name])),
  );
  const leaving = new Set(
    destinations.flatMap(({ folder, leaving }) =>
      [...leaving.keys()].flatMap(({ names }) => names.map((name) => join(folder.path, name))),
    ),
  );
  const pending = new Map<string, Group>();
  for (const destination of destinations)
    for (const name of new Set([destination.whole ?? [], ...destination.leaving.values()].flat())) {
      const group = getOrAdd(pending, name, () => ({ name, destinations: [] }));
      group.destinations.push(destination);
    }
  const done = new Set<Group>();
  const visit = (group: Group) => {
    if (done.has(group)) return;
    done.add(group);
    // Groups that leave the folder of that name, or rename it, go first.
    for (const next of pending.values())
      if (next.destinations.some(({ folder }) => folder.name === group.name)) visit(next);
    moveGroup(group, vacated.has(group.name));
  };
  for (const group of pending.values()) visit(group);

  function moveGroup({ name, destinations }: Group, isLeft: boolean): void {
    const target = join(projects, name);
    const whole = destinations.filter((each) => each.whole === name).map(({ folder }) => folder);
    const parts = destinations.flatMap((each) => partLayer(each, name) ?? []);
    const isOther =
      existsSync(target) && !whole.some(({ path }) => path === realPath(target)) && !isLeft;
    const layers = [...whole.map(({ path }) => wholeLayer(path)), ...parts];
    if (isOther) {
      const home = realPath(target);
      const names = readdirSync(home).filter((each) => !leaving.has(join(home, each)));
      const own = { folder: home, names, isAll: false };
      combine({ home, target: home }, [own, ...layers], merge, combined);
      return;
    }
    const [first] = whole;
    if (first) addRename({ from: join(projects, first.name), to: target }, combined);
    combine({ home: first?.path ?? target, target }, layers, merge, combined);
  }
}

function partLayer({ folder, leaving }: Destination, name: string): Layer | undefined {
  const sessions = [...leaving].filter(([, to]) => to === name).map(([session]) => session);
  if (sessions.length === 0) return undefined;
  return { folder: folder.path, names: sessions.flatMap(({ names }) => names), isAll: false };
}

/** A folder of which some entries come together with those of others. */
interface Layer {
  folder: string;
  names: readonly string[];
  /** Nothing else is in it, so that it is empty when they are gone. */
  isAll: boolean;
}

/** The work that puts folders together. */
export interface Combined {
  renames: Rename[];
  emptied: string[];
  notes: Note[];
}

/**
 * Makes one file of several that would get the same name: gives the path of the one that has it in the
 * end, and those that need names of their own.
 */
export type MergeFiles = (paths: readonly string[]) => { kept: string; others: string[] };

/**
 * Puts what the layers hold into one folder, which lies at `home` now and at `target` later, or does not
 * exist. The layer at home comes first. Folders of one name become one; what can be none stays under a
 * name of its own.
 */
function combine(
  { home, target }: { home: string; target: string },
  layers: readonly Layer[],
  merge: MergeFiles,
  combined: Combined,
): void {
  const { emptied, notes } = combined;
  const taken = new Set(layers.flatMap(({ names }) => names));
  for (const name of [...taken].sort(compareStrings)) {
    const own = { home: join(home, name), target: join(target, name) };
    const paths = layers.flatMap(({ folder, names }) =>
      names.includes(name) ? [join(folder, name)] : [],
    );
    const { kept, others } = asOne(own, paths, merge, combined);
    if (kept !== own.home) addRename({ from: kept, to: own.target }, combined);
    for (const from of others) {
      const free = freeName(name, (other) => taken.has(other));
      taken.add(free);
      const to = join(target, free);
      addRename({ from, to }, combined);
      notes.push(noteOn(to, "kept-both"));
    }
  }
  for (const { folder, isAll } of layers) if (isAll && folder !== home) emptied.push(folder);
}

function asOne(
  own: { home: string; target: string },
  paths: readonly string[],
  merge: MergeFiles,
  combined: Combined,
): { kept: string; others: readonly string[] } {
  const [first = own.home, ...others] = paths;
  if (others.length === 0) return { kept: first, others };
  try {
    const stats = new Map(paths.map((path) => [path, lstatSync(path)]));
    if (paths.every((path) => stats.get(path)?.isFile())) return merge(paths);
    const folders = paths.filter((path) => stats.get(path)?.isDirectory());
    if (folders.length < 2 || folders[0] !== first) return { kept: first, others };
    combine(own, folders.map(wholeLayer), merge, combined);
    return { kept: own.home, others: others.filter((path) => !folders.includes(path)) };
  } catch (cause) {
    // A file that cannot be read cannot be merged, but it can have another name.
    combined.notes.push(unreadable("unreadable-file", first, cause));
    return { kept: first, others };
  }
}

/**
 * Adds a rename. Where it leads to a folder that holds only empty folders, or into one, that
 * one gets another name first: it is removed in the end.
 */
function addRename(rename: Rename, { renames, emptied }: Combined): void {
  const isAround = (folder: string) => `${rename.to}${sep}`.startsWith(folder + sep);
  const inTheWay = emptied.filter(isAround).sort((a, b) => a.length - b.length);
  for (const folder of inTheWay.slice(0, 1)) {
    let aside = `${folder}.emptied`;
    while (existsSync(aside)) aside += "-";
    renames.push({ from: folder, to: aside });
    for (const [index, path] of emptied.entries())
      if (`${path}${sep}`.startsWith(folder + sep))
        emptied[index] = aside + path.slice(folder.length);
  }
  renames.push(rename);
}

/** A layer with all that a folder holds. */
function wholeLayer(folder: string): Layer {
  return { folder, names: readdirSync(folder), isAll: true };
}

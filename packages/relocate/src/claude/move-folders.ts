import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { resolved } from "../disk/look-at.js";
import { isSameName } from "../move/path-map.js";
import type { Note } from "../move/store-plan.js";
import {
  addRename,
  type Combined,
  combine,
  type Layer,
  type MergeFiles,
  wholeLayer,
} from "./combine-folders.js";
import type { Destination } from "./destination.js";
import { blockedFolder } from "./notes.js";

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
      const isOwn = resolved(there) === folder.path && !isSameName(name, folder.name);
      return folder.isLink || isOwn || !canBeRead(there) || !canBeRead(folder.path);
    });
    if (blocked === undefined) return destination;
    notes.push(blockedFolder(folder.path));
    return { folder, moving, leaving: new Map() };
  });
}

function canBeRead(folder: string): boolean {
  try {
    readdirSync(folder);
    return true;
  } catch {
    return false;
  }
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
      const group = pending.get(name) ?? { name, destinations: [] };
      pending.set(name, group);
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
      existsSync(target) && !whole.some(({ path }) => path === resolved(target)) && !isLeft;
    if (isOther) {
      const home = resolved(target);
      const { names } = wholeLayer(home);
      const stays = names.filter((each) => !leaving.has(join(home, each)));
      const layers = [
        { folder: home, names: stays, isAll: false },
        ...whole.map(({ path }) => wholeLayer(path)),
        ...parts,
      ];
      combine({ home, target: home }, layers, merge, combined);
      return;
    }
    const [first] = whole;
    if (first) addRename({ from: join(projects, first.name), to: target }, combined);
    const layers = [...whole.map(({ path }) => wholeLayer(path)), ...parts];
    combine({ home: first?.path ?? target, target }, layers, merge, combined);
  }
}

function partLayer({ folder, leaving }: Destination, name: string): Layer | undefined {
  const sessions = [...leaving].filter(([, to]) => to === name).map(([session]) => session);
  if (sessions.length === 0) return undefined;
  return { folder: folder.path, names: sessions.flatMap(({ names }) => names), isAll: false };
}

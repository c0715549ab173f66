import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeAlike } from "./files.js";
import type { Fault, Place } from "./mutations/mutation.js";
import { type Reading, readEverything } from "./reading.js";
import { quoted, withDatabase } from "./sqlite.js";
import type { FaultStore } from "./stores/store.js";

/** A store that lies whole in one folder, and is read in another one. */
export interface Workplace {
  store: FaultStore;
  /** Never changed. */
  pristine: string;
  /** Made anew for each damage, always at this path. */
  folder: string;
  /** Read whole. */
  before: Reading;
  files: ReadonlyMap<string, Buffer>;
  /** The texts that depend on a place, by the place. */
  known: Map<string, ReadonlySet<string>>;
}

/** Puts the store into its folder as it is whole. */
export function restore({ pristine, folder }: Pick<Workplace, "pristine" | "folder">): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  cpSync(pristine, folder, { recursive: true });
  makeAlike(folder);
}

/**
 * The keys of the sessions that a fault may concern: those that are others when the places are not
 * there, each by itself, those that were composed of them, and one that alone has files in the folder
 * of a place, which may say what these say, too. Leaves the store without one of them.
 */
export async function concernedBy(
  workplace: Workplace,
  { places }: Pick<Fault, "places">,
  { sessions }: Reading,
  damaged: ReadonlyMap<string, Buffer>,
): Promise<Set<string>> {
  const all = new Set<string>();
  const whole = workplace.store.isMixed ? [] : places.filter(({ row }) => row === undefined);
  const found = [...sessions, ...workplace.before.sessions];
  const keysAt = (path: string) => {
    const text = JSON.stringify(path).slice(1, -1);
    return new Set(
      found.flatMap(([key, { ref }]) => (JSON.stringify(ref.locator).includes(text) ? key : [])),
    );
  };
  for (const { path } of whole) {
    for (const key of keysAt(path)) all.add(key);
    const around = keysAt(join(dirname(path), "/"));
    if (around.size === 1) for (const key of around) all.add(key);
  }
  for (const place of linesOf(places, workplace, damaged))
    for (const key of await dependents(workplace, place)) all.add(key);
  return all;
}

/** A place, or a line of a file. */
type NarrowPlace = Place & { line?: number };

const mostLines = 12;

/** The lines that have changed where a file holds many sessions, unless they are too many. */
function linesOf(
  places: readonly Place[],
  { store, files }: Workplace,
  damaged: ReadonlyMap<string, Buffer>,
): NarrowPlace[] {
  if (!store.isMixed) return [...places];
  return places.flatMap((place): NarrowPlace[] => {
    const bytes = files.get(place.path);
    const left = damaged.get(place.path);
    if (!bytes || !left || place.row) return [place];
    const after = new Set(left.toString().split("\n"));
    const touched = bytes
      .toString()
      .split("\n")
      .flatMap((line, index) => (after.has(line) ? [] : [{ ...place, line: index }]));
    return touched.length === 0 || touched.length > mostLines ? [place] : touched;
  });
}

async function dependents(workplace: Workplace, place: NarrowPlace): Promise<ReadonlySet<string>> {
  const name = JSON.stringify(place);
  const known = workplace.known.get(name);
  if (known) return known;
  restore(workplace);
  remove(place);
  makeAlike(workplace.folder);
  const after = await readEverything(workplace.store.open(workplace.folder));
  const found = new Set(
    [...workplace.before.sessions]
      .filter(([key, { jsonl }]) => after.sessions.get(key)?.jsonl !== jsonl)
      .map(([key]) => key),
  );
  workplace.known.set(name, found);
  return found;
}

function remove({ path, row, line }: NarrowPlace): void {
  if (row) {
    withDatabase(path, (database) =>
      database.exec(`DELETE FROM ${quoted(row.table)} WHERE rowid = ${row.rowid}`),
    );
  } else if (line !== undefined) {
    const lines = readFileSync(path, "utf8").split("\n");
    writeFileSync(path, lines.toSpliced(line, 1).join("\n"));
  } else if (statSync(path, { throwIfNoEntry: false })?.size === 0) {
    // An empty file says nothing that could be missed, but what is written into it may.
    writeFileSync(path, "{}\n");
  } else rmSync(path, { recursive: true, force: true });
}

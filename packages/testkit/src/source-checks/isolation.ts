import assert from "node:assert";
import { dirname, isAbsolute, relative, sep } from "node:path";
import type { Source } from "@chatexport/core";
import { variablesReadBy, withVariables } from "../surroundings/variables.js";
import { contextWith, listAll } from "./reading.js";
import { inNewHome, type Trial } from "./trial.js";

const homeVariables = ["HOME", "USERPROFILE", "HOMEPATH"] as const;

const usualVariables = [
  ...homeVariables,
  "APPDATA",
  "LOCALAPPDATA",
  "XDG_CACHE_HOME",
  "XDG_CONFIG_HOME",
  "XDG_DATA_HOME",
  "XDG_STATE_HOME",
] as const;

/** Who names a home folder or a root wants nothing else to be read: a backup, another user's. */
export const looksNowhereElse = inNewHome(async (trial) => {
  const { subject, emptyHome, missing } = trial;
  const names = await variablesOfSource(trial);
  for (const value of foldersOf(trial))
    await withVariables(Object.fromEntries([...names].map((name) => [name, value])), async () => {
      const all = [...names].join(", ");
      await assertOnly(subject.create({ home: emptyHome }), emptyHome, `home (${all} = ${value})`);
      await assertOnly(subject.create({ roots: [missing] }), missing, `roots (${all} = ${value})`);
    });
});

/** The environment variables that a source without options looks at, in an empty home folder. */
async function variablesOfSource({ subject, emptyHome }: Trial): Promise<Set<string>> {
  const empty = Object.fromEntries(usualVariables.map((name) => [name, emptyHome]));
  const found = await withVariables(empty, () =>
    variablesReadBy(async () => {
      const source = subject.create({});
      await source.stores(contextWith());
      await listAll(source);
      await source.close?.();
    }),
  );
  for (const name of usualVariables) found.add(name);
  // Programs that a source starts are looked for there, and nobody keeps conversations there.
  for (const name of ["PATH", "Path", "TMPDIR", "TEMP", "TMP"]) found.delete(name);
  return found;
}

/** The store and the folders around it: a variable may name any of them. */
function foldersOf({ home, store }: Trial): string[] {
  const folders = [store];
  for (let at = store; at !== home && dirname(at) !== at; ) {
    at = dirname(at);
    folders.push(at);
  }
  return folders;
}

async function assertOnly(source: Source, place: string, given: string): Promise<void> {
  const [ref] = await listAll(source);
  assert.ok(!ref, `With ${given} there is the session ${ref?.id}, which does not lie there.`);
  for (const { path } of await source.stores(contextWith()))
    assert.ok(
      isWithin(path, place),
      `With ${given} stores() names ${path}, which is not at or below ${place}.`,
    );
  await source.close?.();
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  // To another drive there is no relative way.
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

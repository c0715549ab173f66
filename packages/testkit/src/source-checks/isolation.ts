import { dirname } from "node:path";
import type { Diagnostic, Source } from "@chatexport/core";
import { isInside } from "@chatexport/core/read";
import { variablesReadBy, withVariables } from "../shared/surroundings.js";
import { brief } from "./difference.js";
import { contextWith, listAll, shown } from "./reading.js";
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

/** A user who names a home folder or a root wants nothing else to be read: a backup, another user's home. */
export const looksNowhereElse = inNewHome(async function* (trial) {
  const { subject, emptyHome, missing } = trial;
  const names = await variablesOfSource(trial);
  for (const value of foldersOf(trial))
    yield* await withVariables(
      Object.fromEntries([...names].map((name) => [name, value])),
      async () => {
        const set = `(${[...names].join(", ")} = ${value})`;
        return [
          ...(await outside(subject.create({ home: emptyHome }), emptyHome, `home ${set}`)),
          ...(await outside(subject.create({ roots: [missing] }), missing, `roots ${set}`)),
        ];
      },
    );
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
  // Sources look there for programs that they start; conversations are not kept there.
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

/** The sessions that a source finds outside of a place. */
async function outside(source: Source, place: string, given: string): Promise<string[]> {
  const refs = await listAll(source);
  const stores = await source.stores(contextWith());
  await source.close?.();
  return [
    ...refs.map(({ id }) => `With ${given} there is the session ${id}, which does not lie there.`),
    ...stores
      .filter(({ path }) => !isInside(path, place))
      .map(
        ({ path }) => `With ${given} stores() names ${path}, which is not at or below ${place}.`,
      ),
  ];
}

/** Most people use one tool of those that a host asks for. */
export const missingPlaces = inNewHome(async function* ({ subject, emptyHome, missing }) {
  yield* findings(subject.create({ home: emptyHome }), `home: ${emptyHome}`);
  yield* findings(subject.create({ roots: [missing] }), `roots: [${missing}]`);
});

/** `doctor` says where a source looks, and whether anything is there. */
export const storesAreFound = inNewHome(async function* ({ open, store }) {
  const source = open();
  const stores = await source.stores(contextWith());
  await source.close?.();
  if (!stores.some(({ found, readable }) => found && readable))
    yield `No store is found and readable with roots: [${store}], where there are sessions: ${brief(stores)}.`;
});

async function* findings(source: Source, place: string): AsyncGenerator<string> {
  const diagnostics: Diagnostic[] = [];
  const refs = await listAll(source, diagnostics);
  if (refs[0]) yield `With ${place} there are sessions: ${refs[0].id}.`;
  const stores = await source.stores(contextWith(diagnostics));
  await source.close?.();
  const [error] = diagnostics.filter(({ severity }) => severity === "error");
  if (error) yield `With ${place} there is an error: ${shown(error)}. Not to use a tool is none.`;
  for (const { path, found } of stores)
    if (found) yield `With ${place} the store ${path} is said to be found.`;
}

import { AsyncLocalStorage } from "node:async_hooks";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

// What belongs to the program alone in which a plugin runs.
const owners: readonly [string, object, readonly string[]][] = [
  ["console", console, ["debug", "dir", "error", "info", "log", "table", "trace", "warn"]],
  ["process", process, ["abort", "chdir", "exit", "kill"]],
  ["process.stdout", process.stdout, ["write"]],
  ["process.stderr", process.stderr, ["write"]],
];

/**
 * The calls of a plugin, while it runs, that belong to its host: `console.log`. Such calls have no
 * effect.
 */
export function hostCallsBy(run: () => Promise<unknown>): Promise<string[]> {
  return callsBy(owners, { haveEffect: false }, run);
}

// What changes a disk; a plugin may read files of its own package.
const writing =
  /^(?:appendFile|chmod|chown|copyFile|cp|createWriteStream|l?utimes|link|mkdir|mkdtemp|rename|rm|rmdir|symlink|truncate|unlink|write|writeFile|writev)(?:Sync)?$/;

/** The functions of `node:fs` that a plugin calls, while it runs, to change something. */
export function writesBy(run: () => Promise<unknown>): Promise<string[]> {
  const namesIn = (owner: object) => Object.keys(owner).filter((name) => writing.test(name));
  const files = [fs, fs.promises].map((owner) => ["fs", owner, namesIn(owner)] as const);
  return callsBy(files, { haveEffect: true }, run);
}

async function callsBy(
  owners: readonly (readonly [string, object, readonly string[]])[],
  { haveEffect }: { haveEffect: boolean },
  run: () => Promise<unknown>,
): Promise<string[]> {
  const isOurs = new AsyncLocalStorage<boolean>();
  const calls = new Set<string>();
  const restores = owners.map(([owner, object, names]) =>
    replaceFunctions(object, names, (name) => {
      // Whatever else goes on in the process may print or write.
      if (isOurs.getStore()) calls.add(`${owner}.${name}`);
      return isOurs.getStore() === true && !haveEffect;
    }),
  );
  syncBuiltinESMExports();
  try {
    await isOurs.run(true, run);
  } catch (error) {
    // Code after a call that ends the process is written in the belief that it never runs.
    if (haveEffect || calls.size === 0) throw error;
  } finally {
    for (const restore of restores) restore();
    syncBuiltinESMExports();
    // Else every promise of the process is followed from now on.
    isOurs.disable();
  }
  return [...calls];
}

/** Calls have no effect where `isTaken` says so. */
function replaceFunctions(
  owner: object,
  names: readonly string[],
  isTaken: (name: string) => boolean,
): () => void {
  const restores = names.map((name) => {
    const own = Object.getOwnPropertyDescriptor(owner, name);
    const value = new Proxy(Reflect.get(owner, name), {
      apply: (target, self, given) => isTaken(name) || Reflect.apply(target, self, given),
    });
    Object.defineProperty(owner, name, { value, configurable: true, writable: true });
    return () => {
      if (own) Object.defineProperty(owner, name, own);
      else Reflect.deleteProperty(owner, name);
    };
  });
  return () => {
    for (const restore of restores) restore();
  };
}

/**
 * A function that collects garbage. Only a context that is made after the flag was set has it; so Node need
 * not be started with the flag.
 */
export function garbageCollector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc");
}

import { spawnSync } from "node:child_process";
import fs, { cpSync, existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { binary, emptyFolder, environmentOf } from "./binary.js";

/** A script that has Node end the program at once at its n-th change of a name. */
function killedAt(n: number): string {
  return beforeRenames(`if (++n === ${n}) process.kill(process.pid, "SIGKILL");`);
}

/**
 * Copies of a folder as a kill at each change of a name would leave it, the first change first. One run makes
 * all of them: what a process has written stays when it is killed, so a copy holds the same as the folder then.
 */
export function statesWhenKilled(home: string, name: string, ...words: string[]): string[] {
  const states = emptyFolder();
  const [from, to] = [join(home, name), states].map((path) => JSON.stringify(path));
  const copy = `fs.cpSync(${from}, ${to} + "/" + String(++n).padStart(4, "0"), { recursive: true });`;
  const { status } = runWith(beforeRenames(copy), home, words);
  if (status !== 0) throw new Error(`The program ended with ${status}.`);
  return readdirSync(states)
    .sort()
    .map((state) => join(states, state));
}

/** Kills the program at its n-th change of a name. */
export function kill(n: number, home: string, ...words: string[]): void {
  const { signal } = runWith(killedAt(n), home, words);
  if (signal !== "SIGKILL") throw new Error(`The program made fewer than ${n} changes.`);
}

function runWith(hook: string, home: string, words: readonly string[]) {
  const all = [hook, binary, ...words];
  return spawnSync(process.execPath, all, { cwd: home, env: environmentOf(home) });
}

/** A script that has Node do something before each change of a name; `n` begins with 0. */
function beforeRenames(script: string): string {
  return `--import=data:text/javascript,${encodeURIComponent(
    `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
       let n = 0; const { renameSync } = fs;
       fs.renameSync = (...paths) => { ${script} renameSync(...paths); };
       syncBuiltinESMExports();`,
  )}`;
}

/**
 * The number of changes of files that some work makes in this process; a write counts as two, for it may
 * end half-way.
 */
export async function changesOf(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  await beforeChanges(() => count++, work);
  return count;
}

/**
 * Does work in this process, and leaves a folder as a kill right before its n-th change would have left it; work of
 * fewer changes has ended before the kill.
 */
export async function leaveAsKilled(
  folder: string,
  n: number,
  work: () => Promise<unknown>,
): Promise<void> {
  const left = `${folder}-left`;
  let count = 0;
  await beforeChanges(() => {
    if (++count === n && existsSync(folder)) cpSync(folder, left, { recursive: true });
  }, work);
  if (count < n) return;
  rmSync(folder, { recursive: true });
  if (existsSync(left)) renameSync(left, folder);
}

/** The functions that change files. */
const changes: readonly [object, readonly string[]][] = [
  [fs, ["linkSync", "mkdirSync", "renameSync", "rmSync", "writeFileSync", "writeSync"]],
  [fs.promises, ["mkdir", "rename", "rm", "rmdir"]],
];

const { writeSync } = fs;

/** Writes the first half of what there is, and then the other one: the system may do so, too. */
function writeHalf(file: number, bytes: Uint8Array, from: number): number {
  return writeSync(file, bytes, from, from === 0 ? Math.ceil(bytes.length / 2) : undefined);
}

async function beforeChanges(notice: () => void, work: () => Promise<unknown>): Promise<void> {
  const restore = changes.flatMap(([owner, names]) =>
    names.map((name) => {
      const original = Reflect.get(owner, name);
      const noticed = new Proxy(name === "writeSync" ? writeHalf : original, {
        apply(target, self, given) {
          notice();
          return Reflect.apply(target, self, given);
        },
      });
      Reflect.set(owner, name, noticed);
      return () => Reflect.set(owner, name, original);
    }),
  );
  syncBuiltinESMExports();
  try {
    await work();
  } finally {
    for (const undo of restore) undo();
    syncBuiltinESMExports();
  }
}

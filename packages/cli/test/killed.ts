import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { binary, emptyFolder, environmentOf } from "./binary.js";

/** What makes Node end the program at once at its n-th change of a name. */
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

/** What makes Node do something before each change of a name; `n` begins with 0. */
function beforeRenames(script: string): string {
  return `--import=data:text/javascript,${encodeURIComponent(
    `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
       let n = 0; const { renameSync } = fs;
       fs.renameSync = (...paths) => { ${script} renameSync(...paths); };
       syncBuiltinESMExports();`,
  )}`;
}

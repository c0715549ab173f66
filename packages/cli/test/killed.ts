/** What makes Node end the program at once at its n-th change of a name. */
export function killedAt(n: number): string {
  return `--import=data:text/javascript,${encodeURIComponent(
    `import fs from "node:fs"; import { syncBuiltinESMExports } from "node:module";
       let n = 0; const { renameSync } = fs;
       fs.renameSync = (...paths) => { if (++n === ${n}) process.kill(process.pid, "SIGKILL"); renameSync(...paths); };
       syncBuiltinESMExports();`,
  )}`;
}

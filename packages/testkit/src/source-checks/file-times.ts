import { lstatSync, lutimesSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Makes all files and folders at and below a path older, by so many milliseconds. */
export function makeOlder(path: string, milliseconds: number): void {
  const older = (at: string) => {
    const { atimeMs, mtimeMs } = lstatSync(at);
    lutimesSync(at, atimeMs / 1000, (mtimeMs - milliseconds) / 1000);
  };
  if (lstatSync(path).isDirectory())
    for (const name of readdirSync(path, { recursive: true, encoding: "utf8" }))
      older(join(path, name));
  older(path);
}

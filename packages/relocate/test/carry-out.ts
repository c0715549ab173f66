import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { StorePlan } from "../src/move/store-plan.js";

/** Does what a plan says, without any of the care that `apply` takes: for tests of planning. */
export function carryOut({ rewrites, renames, emptied }: StorePlan): void {
  const staging = mkdtempSync(join(tmpdir(), "chatexport-staged-"));
  rewrites.forEach(({ path, absorbs, beside, write }, index) => {
    const staged = join(staging, String(index));
    write(staged);
    if (existsSync(path)) {
      const { atime, mtime } = statSync(path);
      utimesSync(staged, atime, mtime);
    }
    for (const each of beside) rmSync(each);
    renameSync(staged, path);
    for (const each of absorbs) rmSync(each);
  });
  for (const { from, to } of renames) {
    if (existsSync(to)) throw new Error(`${to} is there already`);
    mkdirSync(dirname(to), { recursive: true });
    renameSync(from, to);
  }
  for (const folder of emptied) rmdirSync(folder);
  rmSync(staging, { recursive: true });
}

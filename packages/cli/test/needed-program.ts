import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { beforeEach } from "vitest";

/**
 * Says that the tests of a group need a program of this machine. Without it they are skipped, unless
 * PROGRAMS_REQUIRED is set: then they fail.
 */
export function needProgram(name: string): void {
  if (isInstalled(name)) return;
  const remedy = `Install ${name}`;
  if (process.env.PROGRAMS_REQUIRED) throw new Error(`No ${name} for its tests. ${remedy}.`);
  process.stderr.write(`Tests that need ${name} are skipped. ${remedy}.\n`);
  beforeEach(({ skip }) => skip(remedy));
}

function isInstalled(name: string): boolean {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder of the repository, wherever in it this runs: as it is written or compiled. */
export const repository = above(import.meta.dirname);

function above(folder: string): string {
  return existsSync(join(folder, "pnpm-workspace.yaml")) ? folder : above(dirname(folder));
}

import { homedir } from "node:os";
import { resolve } from "node:path";
import type { DoctorOptions } from "../options.js";

/** Whether the stores that the user named may be copies, or those of another machine. */
export function mayBeCopy({ home, root = [] }: Pick<DoctorOptions, "home" | "root">): boolean {
  return root.length > 0 || (home !== undefined && resolve(home) !== resolve(homedir()));
}

import { homedir } from "node:os";
import { join } from "node:path";

/** A path with the home folder where a shell would put it. */
export function withHome(path: string): string {
  return /^~(?=$|[\\/])/.test(path) ? join(homedir(), path.slice(1)) : path;
}

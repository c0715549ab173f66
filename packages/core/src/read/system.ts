import { readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** The machine and the user on which the default roots of a tool depend. */
export interface System {
  /** As Node names it, such as "linux". */
  platform: string;
  env: Readonly<Record<string, string | undefined>>;
  /** The user's home directory. */
  home: string;
  /** The root of the file system, where `proc` and the drives of Windows are. */
  root: string;
}

/** The system that this runs on. */
export function thisSystem(): System {
  return { platform: process.platform, env: process.env, home: homedir(), root: "/" };
}

const windowsAccounts: ReadonlySet<string> = new Set([
  "All Users",
  "Default",
  "Default User",
  "Public",
]);

/** The home directories of Windows, seen from a Linux that runs below it; elsewhere there are none. */
export function windowsHomes({ platform, root }: System): string[] {
  if (platform !== "linux") return [];
  const users = join(root, "mnt", "c", "Users");
  try {
    if (!/microsoft/i.test(readFileSync(join(root, "proc", "version"), "utf8"))) return [];
    return readdirSync(users, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !windowsAccounts.has(entry.name))
      .map(({ name }) => join(users, name))
      .sort();
  } catch {
    return [];
  }
}

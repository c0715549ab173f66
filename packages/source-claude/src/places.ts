import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { SourceOptions } from "@chatexport/core";

/**
 * The folders or files to look at: the roots if there are any, else the config folder below `home`,
 * else the one that Claude Code itself would use. `CLAUDE_CONFIG_DIR` holds one path; a
 * comma-separated list is a convention of other tools.
 */
export function places(options: SourceOptions): string[] {
  if (options.roots) return options.roots.map((root) => resolve(root));
  if (options.home !== undefined) return [resolve(options.home, ".claude")];
  const configured = process.env.CLAUDE_CONFIG_DIR;
  if (configured) return configured.split(",").map((path) => resolve(path));
  return [join(homedir(), ".claude")];
}

import { join } from "node:path";
import type { SourceOptions } from "@chatexport/core";
import { type System, thisSystem } from "@chatexport/core/read";

const fileName = "managed-settings.json";

/**
 * The files in which an administrator sets what holds for everybody on this machine. With a home or
 * roots there are none: those may come from another machine.
 */
export function managedSettings(
  { home, roots }: SourceOptions,
  { platform, env, root }: System = thisSystem(),
): string[] {
  if (home !== undefined || roots) return [];
  if (platform === "darwin")
    return [join(root, "Library", "Application Support", "ClaudeCode", fileName)];
  if (platform !== "win32") return [join(root, "etc", "claude-code", fileName)];
  // The second one until the end of 2025.
  return [env.ProgramFiles ?? "C:\\Program Files", env.ProgramData ?? "C:\\ProgramData"].map(
    (folder) => join(folder, "ClaudeCode", fileName),
  );
}

import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import type { HookTool } from "@chatexport/relocate";
import { cacheFolder } from "../../host/files/cache-folder.js";
import { packageFile } from "../../host/files/package-file.js";
import type { OptionsOf } from "../../options/option-table.js";
import { usageError } from "../../terminal/cli-error.js";

/**
 * Starts the export of a tool's sessions in a process of its own, and does not wait for it: the tool is ending, and
 * waits for this. The last export leaves its errors in `chatexport/hook.log` of the
 * user's cache folder. Returns the exit code.
 */
export function startExport(tool: HookTool, { to = [], out }: OptionsOf<"hook">): number {
  if (out === undefined) throw usageError("hook run needs --out FOLDER.");
  const sinks = to.flatMap((name) => ["--to", name]);
  const words = ["export", "--from", tool, ...sinks, "--out", out, "--no-config", "--quiet"];
  const log = join(cacheFolder(), "chatexport", "hook.log");
  mkdirSync(dirname(log), { recursive: true, mode: 0o700 });
  const errors = openSync(log, "w", 0o600);
  try {
    const stdio = ["ignore", errors, errors] as const;
    // Not in the folder of the session, which may go meanwhile.
    const place = { cwd: homedir(), detached: true, windowsHide: true };
    const script = packageFile("bin/chatexport.js");
    spawn(process.execPath, [script, ...words], { ...place, stdio: [...stdio] }).unref();
  } finally {
    closeSync(errors);
  }
  return 0;
}

import { version } from "../../host/files/package-file.js";
import { refuseUnusedOptions } from "../../host/plugins/plugin-settings.js";
import { startRun } from "../../host/run.js";
import { missingRoot } from "../../host/selection/unmatched-names.js";
import type { OptionsOf } from "../../options/option-table.js";
import { CliError, usageError } from "../../terminal/cli-error.js";
import { historyOf } from "./history.js";

/** Serves the history on standard input and output until the client leaves; resolves to the exit code. */
export async function mcp(options: OptionsOf<"mcp">): Promise<number> {
  if (process.stdin.isTTY)
    throw usageError(
      "mcp talks to a coding agent, not to a terminal: see docs/mcp.md for how each agent starts it.",
    );
  await refuseUnusedOptions(options);
  // Later, only the agent would read of it, in answers to its questions.
  for (const path of options.root ?? []) {
    const sentence = await missingRoot(path);
    if (sentence !== undefined) throw new CliError(1, sentence);
  }
  const run = await startRun({ ...options, quiet: true });
  // Loaded here, or its library would be part of what other commands load.
  const { serve } = await import("@chatexport/mcp");
  const { stdin: input, stdout: output } = process;
  const { signal } = run;
  const served = { history: historyOf(options, run), folder: process.cwd(), version };
  await serve(served, { input, output, signal });
  return 0;
}

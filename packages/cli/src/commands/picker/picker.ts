import { Command } from "commander";
import { applyConfig } from "../../host/config/apply-config.js";
import { withSources } from "../../host/plugins/load-plugins.js";
import { interrupted, startRun } from "../../host/run.js";
import { findSessions } from "../../host/selection/find-sessions.js";
import { optionsOf } from "../../options/commander-options.js";
import type { ExportOptions } from "../../options/option-table.js";
import { openPrompts } from "../../terminal/prompts.js";
import { shellLine } from "../../terminal/shell-words.js";
import { wordsFor } from "./picked-words.js";
import { askWhatToExport } from "./questions.js";

const help = "chatexport --help shows all commands and options.";

/**
 * Asks at the terminal what to export, and hands the words of that command line to `execute`;
 * resolves to the exit code.
 */
export async function pick(
  execute: (words: readonly string[]) => Promise<number>,
): Promise<number> {
  const options = await usualOptions();
  const run = await startRun(options);
  const prompts = await openPrompts(run.messages.colors.isColorSupported, run.signal);
  const found = await withSources(options, (sources) => findSessions(sources, options, run));
  if (run.signal.aborted) return interrupted;
  if (found.selected.length === 0) {
    run.messages.say(help);
    return found.complete ? 0 : 1;
  }

  prompts.begin("What shall be exported?");
  const picked = await askWhatToExport(found.selected, options, prompts, run.redaction);
  if (!picked) {
    prompts.cancel("Cancelled: nothing was written.");
    run.messages.say(help);
    return interrupted;
  }
  const words = await wordsFor(picked, found.all, options);
  prompts.end(`Exporting to ${picked.out}`);
  const exitCode = await execute(words);
  const line = shellLine(words);
  if (exitCode !== interrupted && line !== undefined) {
    const { say, colors } = run.messages;
    say(`${colors.dim("Next time:")} chatexport ${line}`, true);
  }
  return exitCode;
}

/** The options of an export without words, maybe from a file. */
async function usualOptions(): Promise<ExportOptions> {
  const command = new Command("export");
  for (const option of optionsOf("export")) command.addOption(option);
  await applyConfig(command);
  return command.opts<ExportOptions>();
}

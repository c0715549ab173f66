import { safeLine } from "@chatexport/core";
import type { Command } from "commander";
import { unknownWord, usageError } from "../cli-error.js";
import { isForFiles, type OptionRow, optionTable, type PluginSetting } from "../options.js";
import { readConfig } from "./file.js";
import { optionValue, pluginSettings } from "./values.js";

const table: Readonly<Record<string, OptionRow>> = optionTable;
const names = Object.entries(table).flatMap(([name, row]) => (isForFiles(row) ? [name] : []));

/**
 * Gives a command the options of the file that `--config` names, else of `chatexport.config.*` in the
 * working directory, whose name is then its option `config`. What stands on the command line wins.
 * A file that is a program is passed over where none may run.
 */
export async function applyConfig(command: Command, mayRun = true): Promise<void> {
  const { config: named }: { config?: string } = command.opts();
  const config = await readConfig(named, mayRun);
  if (!config) return;
  const { path, options } = config;
  const file = safeLine(path);
  command.setOptionValueWithSource("config", path, "config");
  for (const [name, value] of Object.entries(options)) {
    const row = names.includes(name) ? table[name] : undefined;
    if (!row) throw usageError(`${file}: ${unknownWord("option", name, names).message}`);
    const option = command.options.find((one) => one.attributeName() === name);
    // What a file says about formats is meant for archives; a session that is shown is to be read.
    if (!option || (name === "to" && command.name() === "show")) continue;
    if (name === "option") {
      const given: PluginSetting[] = command.getOptionValue(name) ?? [];
      // `--detail` is the shorthand of an option of sinks.
      const others = pluginSettings(value, path).filter(({ key }) => !isTyped(key, command));
      command.setOptionValue(name, [...others, ...given]);
    } else if (!isTyped(name, command)) {
      const given = optionValue(row, option, value, `${file}: ${name}`);
      command.setOptionValueWithSource(name, given, "config");
    }
  }
}

/** Whether an option stands on the command line. */
function isTyped(name: string, command: Command): boolean {
  return command.getOptionValueSource(name) === "cli";
}

import { Command } from "commander";
import { type CommandEntry, commands } from "./commands.js";
import {
  commandHelp,
  examplesText,
  fullHelp,
  optionsOfTopic,
  sharedOptions,
  shortHelp,
} from "./help.js";
import { type CommandName, commandGroups, isCommandName } from "./options/command-names.js";
import { optionsOf } from "./options/commander-options.js";
import { optionTable } from "./options/option-table.js";
import { comesFirst, refuseContradiction } from "./parse-error.js";
import { runCommand } from "./run-command.js";
import { usageError } from "./terminal/cli-error.js";
import { colorsFor } from "./terminal/text-style.js";
import { unexpectedWord, unknownCommand } from "./unknown-command.js";

/** The program, ready to parse; `end` receives the exit code of the command that ran. */
export function createProgram(
  words: readonly string[],
  version: string,
  end: (exitCode: number) => void,
): Command {
  const color = !words.includes("--no-color");
  const program = new Command("chatexport")
    .description("Export your conversations with AI coding tools: complete, readable, offline.")
    .usage("[export] [options]\n       chatexport <command> [options]")
    .optionsGroup("Output:")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print help: one screen, or all")
    .exitOverride()
    .showSuggestionAfterError(false)
    // The command help stands among the last ones.
    .commandsGroup("More:")
    .helpCommand("help [command]", `Explain a command, or the ${sharedOptions} of many commands`)
    .configureHelp(commandHelp)
    .configureOutput({
      getOutHasColors: () => colorsFor(process.stdout, color).isColorSupported,
      // The caller catches the error and says it, as all others.
      outputError() {},
    });

  for (const [heading, names] of Object.entries(commandGroups)) {
    program.commandsGroup(`${heading}:`);
    for (const name of names) addCommand(program, name, commands[name], end);
  }
  const ofExport = optionsOf("export").filter(({ hidden }) => !hidden);
  const topic = program.command(sharedOptions, { hidden: true }).helpOption(false);
  topic.description("Options that several commands take, in the same meaning:");
  for (const option of optionsOfTopic()) topic.addOption(option);
  const isShort = words.includes("-h") && !words.includes("--help");
  return program.configureHelp(isShort ? shortHelp(ofExport) : fullHelp(ofExport));
}

/** The words of a command line, of which `--help list` is another way to say `list --help`. */
export function withCommandFirst(words: readonly string[]): readonly string[] {
  const [first, second = "-", ...others] = words;
  const isAsked = first === "-h" || first === "--help";
  return isAsked && !second.startsWith("-") ? [second, first, ...others] : words;
}

/** Throws a usage error for a word in the place of a command that is no command, and for one behind `help list`. */
export function refuseUnknownCommand([word, ...others]: readonly string[]): void {
  if (word === undefined || word.startsWith("-")) return;
  const extra = word === "help" ? others[1] : undefined;
  if (extra !== undefined) throw extraWord(extra, word, [{ name: "[command]" }]);
  if (word === "help") refuseUnknownCommand(others);
  else if (!isCommandName(word) && word !== sharedOptions) throw unknownCommand(word);
}

function addCommand<Name extends CommandName>(
  program: Command,
  name: Name,
  { description, takes = [], needs, examples = [] }: CommandEntry<Name>,
  end: (exitCode: number) => void,
): Command {
  const command = program
    .command(name, { isDefault: name === "export" })
    .description(description)
    .helpOption("-h, --help", "print help")
    .optionsGroup("Run:")
    .allowExcessArguments();
  for (const { name, description } of takes) command.argument(name, description);
  for (const option of optionsOf(name)) command.addOption(option);
  if (needs !== undefined) command.usage(`[options] ${needs}`);
  // Commander ends the line itself.
  if (examples.length > 0) command.addHelpText("after", examplesText(examples).trimEnd());
  command.hook("preAction", async ({ args }) => {
    const extra = args[takes.length];
    const isOpen = takes.at(-1)?.name.includes("...");
    if (extra !== undefined && !isOpen) throw extraWord(extra, name, takes);
    refuseContradiction(command.opts());
    if (!optionTable.config.commands.some((taker) => taker === name)) return;
    const { applyConfig } = await import("./host/config/apply-config.js");
    await applyConfig(command);
  });
  command.action(async (...given: unknown[]) => {
    const words = takes.flatMap((_, index) => wordsOf(given[index]));
    end(await runCommand(name, command.opts(), words));
  });
  return command;
}

/** The words given for an argument: one, "" for none, or all words of one that takes several. */
function wordsOf(given: unknown): string[] {
  return Array.isArray(given) ? given.map(String) : [String(given ?? "")];
}

function extraWord(word: string, command: string, takes: readonly { name: string }[]): Error {
  const names = takes.map(({ name }) => `one ${name.replace(/[[\]]/g, "")}`).join(" and ");
  if (names !== "")
    return usageError(
      `unexpected '${word}': ${command} takes ${names}; quote it if it has spaces.`,
    );
  if (isCommandName(word)) return usageError(comesFirst(word));
  return unexpectedWord(word, command);
}

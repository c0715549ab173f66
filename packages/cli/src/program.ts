import { Command } from "commander";
import { unknownWord, usageError } from "./cli-error.js";
import { optionsOf } from "./commander-options.js";
import { type Argument, type CommandRow, commands } from "./commands.js";
import { examplesText, help, lastLine, visibleOptions } from "./help.js";
import { type CommandName, optionTable } from "./options.js";
import { comesFirst } from "./parse-error.js";
import { colorsFor } from "./terminal/colors.js";
import { version } from "./version.js";

const commandNames = Object.keys(commands) as CommandName[];

const examples = [
  "chatexport --from claude  every session, in ./chat-export",
  "chatexport --project . --since 7d --to html  this week's work on this project",
  "chatexport list  what there is, newest first",
  "chatexport search 'rate limit'  where something was said",
  "chatexport show latest  the newest session, here",
];

/** The program, ready to parse; `end` receives the exit code of the command that ran. */
export function createProgram(color: boolean, end: (exitCode: number) => void): Command {
  const program = new Command("chatexport")
    .description("Exports your history with AI coding tools: complete, readable, offline.")
    .usage("[export] [options]\n       chatexport <command> [options]")
    .optionsGroup("Run:")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .exitOverride()
    .showSuggestionAfterError(false)
    .helpCommand("help [command]", "print help on a command")
    .configureHelp(help)
    .configureOutput({
      getOutHasColors: () => colorsFor(process.stdout, color).isColorSupported,
      // Whoever catches the error says it, as all others.
      outputError() {},
    })
    .addHelpText("after", examplesText(examples))
    .addHelpText("after", lastLine("chatexport <command> --help says more about a command."));

  const added = new Map(
    commandNames.map((name) => [name, addCommand(program, name, commands[name], end)]),
  );
  // The command that runs by default has its options in the program's own help.
  return program.configureHelp({
    ...help,
    visibleOptions(command) {
      const own = visibleOptions(command);
      const ofExport = added.get("export")?.options.filter(({ hidden }) => !hidden) ?? [];
      return command === program ? [...ofExport, ...own] : own;
    },
  });
}

/** Throws a usage error for a word that is taken for a command but is none. */
export function refuseUnknownCommand([word, ...others]: readonly string[]): void {
  if (word === undefined || word.startsWith("-")) return;
  if (word === "help") refuseUnknownCommand(others);
  else if (!isCommand(word)) throw unknownWord("command", word, commandNames);
}

function addCommand(
  program: Command,
  name: CommandName,
  { description, takes = [], examples = [], load }: CommandRow,
  end: (exitCode: number) => void,
): Command {
  const command = program
    .command(name, { isDefault: name === "export" })
    .description(description)
    .optionsGroup("Run:")
    .allowExcessArguments();
  for (const { name, description } of takes) command.argument(name, description);
  for (const option of optionsOf(name)) command.addOption(option);
  // Commander ends the line itself.
  if (examples.length > 0) command.addHelpText("after", examplesText(examples).trimEnd());
  command.hook("preAction", async ({ args }) => {
    const stray = args[takes.length];
    if (stray !== undefined) throw strayWord(stray, name, takes);
    if (!optionTable.config.commands.some((taker) => taker === name)) return;
    const { applyConfig } = await import("./config/apply-config.js");
    await applyConfig(command);
  });
  command.action(async (...given: unknown[]) => {
    const run = await load();
    // The table says which options a command takes, and commander gives them.
    const words = takes.map((_, index) => String(given[index] ?? ""));
    end(await run(command.opts() as never, ...words));
  });
  return command;
}

function strayWord(word: string, command: string, takes: readonly Argument[]): Error {
  if (takes.length > 0) {
    const names = takes.map(({ name }) => `one ${name.replace(/[[\]]/g, "")}`).join(" and ");
    return usageError(
      `'${word}' is one word too many: ${command} takes ${names}, in quotes if it has spaces.`,
    );
  }
  return usageError(
    isCommand(word) ? comesFirst(word) : `'${word}' is neither an option nor the value of one.`,
  );
}

function isCommand(word: string): boolean {
  return Object.hasOwn(commands, word);
}

import { Command, Help, type HelpConfiguration } from "commander";
import picocolors from "picocolors";
import { type CommandEntry, commandGroups, commands } from "./commands.js";
import { type CommandName, commandNames, isCommandName } from "./options/command-names.js";
import { optionsOf } from "./options/commander-options.js";
import { optionGroups, optionTable } from "./options/option-table.js";
import { comesFirst } from "./parse-error.js";
import { runCommand } from "./run-command.js";
import { unknownWord, usageError } from "./terminal/cli-error.js";
import { colorsFor } from "./terminal/text-style.js";

const moreHelp = "chatexport <command> --help explains a command.";

const examples = [
  "chatexport --from claude  every session, into ./chat-export",
  "chatexport --project . --since 7d --to html  this week's work on this project",
  "chatexport list  the newest sessions",
  "chatexport search 'rate limit'  what was said about it",
  "chatexport show latest  the newest session, in the terminal",
  "chatexport open latest  the same, in the browser",
];

/** The program, ready to parse; `end` receives the exit code of the command that ran. */
export function createProgram(
  color: boolean,
  version: string,
  end: (exitCode: number) => void,
): Command {
  const program = new Command("chatexport")
    .description("Exports your conversations with AI coding tools: complete, readable, offline.")
    .usage("[export] [options]\n       chatexport <command> [options]")
    .optionsGroup("Run:")
    .version(version, "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .exitOverride()
    .showSuggestionAfterError(false)
    // Of the last group; each of the others gets its own heading below.
    .commandsGroup(commandGroups.at(-1)?.[1] ?? "")
    .helpCommand("help [command]", "explain a command")
    .configureHelp(help)
    .configureOutput({
      getOutHasColors: () => colorsFor(process.stdout, color).isColorSupported,
      // The caller catches the error and says it, as all others.
      outputError() {},
    })
    .addHelpText("after", examplesText(examples))
    .addHelpText("after", folded(moreHelp, columnsOfScreen(), "", ""));

  const add = <Name extends CommandName>(name: Name) => {
    const [, heading] = commandGroups.find(([first]) => first === name) ?? [];
    if (heading) program.commandsGroup(heading);
    return addCommand(program, name, commands[name], end);
  };
  const added = new Map(commandNames.map((name) => [name, add(name)]));
  // The command that runs by default has its options in the program's own help, below the commands.
  const options: string[] = [];
  return program.configureHelp({
    ...help,
    formatItemList(heading, items, helper) {
      const lines = standard.formatItemList(heading, items, helper);
      if (!Object.hasOwn(optionGroups, heading.slice(0, -1))) return lines;
      options.push(...lines);
      return [];
    },
    formatHelp(command, helper) {
      const others = Help.prototype.formatHelp.call(helper, command, helper);
      const heading = helper.styleTitle("Options of export, the default command:");
      return [others, `${heading}\n`, ...options.splice(0)].join("\n");
    },
    visibleOptions(command) {
      const own = standard.visibleOptions(command);
      const ofExport = added.get("export")?.options.filter(({ hidden }) => !hidden) ?? [];
      return command === program ? [...ofExport, ...own] : own;
    },
  });
}

/** Throws a usage error for a word that stands in the place of a command and is no command. */
export function refuseUnknownCommand([word, ...others]: readonly string[]): void {
  if (word === undefined || word.startsWith("-")) return;
  if (word === "help") refuseUnknownCommand(others);
  else if (!isCommandName(word)) throw unknownWord("command", word, commandNames);
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

/** What was given for an argument: one word, "" for none, or all words of one that takes several. */
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
  return usageError(`unexpected '${word}': ${command} takes options only.`);
}

/** Below so many columns, what an option does stands below it and not beside it. */
const narrow = 64;
const indent = " ".repeat(6);

const standard = new Help();
standard.minWidthToWrap = 16;

const help: HelpConfiguration = {
  minWidthToWrap: standard.minWidthToWrap,
  styleTitle: picocolors.createColors(true).bold,
  commandUsage(command) {
    const usage = standard.commandUsage(command);
    return usage.includes("\n") ? usage : folded(usage, columnsOfScreen(), "", " ".repeat(7));
  },
  subcommandTerm: (command) => standard.subcommandTerm(command).replace(" [options]", ""),
  optionTerm: ({ short, flags }) => (short ? flags : `    ${flags}`),
  // Groups in the order in which their options are shown.
  groupItems: (_, visible, groupOf) => standard.groupItems(visible, visible, groupOf),
  formatItem(term, termWidth, description, helper) {
    const { helpWidth = 80 } = helper;
    if (helpWidth >= narrow || description === "")
      return Help.prototype.formatItem.call(helper, term, termWidth, description, helper);
    return `  ${term.trimStart()}\n${folded(description, helpWidth)}`;
  },
};

/** Examples: each is a command and, after two spaces or more, what it does. */
function examplesText(examples: readonly string[]): string {
  const pairs = examples.map((example) => example.split(/ {2,}/));
  const widest = Math.max(...pairs.map(([command = ""]) => command.length));
  const lines = pairs.map(([command = "", meaning = ""]) =>
    `  ${command.padEnd(widest)}  ${meaning}`.trimEnd(),
  );
  const columns = columnsOfScreen();
  const fitting = lines.every((line) => line.length <= columns)
    ? lines
    : pairs.flatMap(([command = "", meaning]) => [
        folded(command, columns, "  "),
        ...(meaning === undefined ? [] : [folded(meaning, columns)]),
      ]);
  return `\nExamples:\n${fitting.map((line) => `${line}\n`).join("")}`;
}

function columnsOfScreen(): number {
  return process.stdout.isTTY ? process.stdout.columns || 80 : 80;
}

function folded(text: string, columns: number, first = indent, others = indent): string {
  const lines = standard.boxWrap(text, columns - others.length).split("\n");
  return lines.map((line, index) => (index === 0 ? first : others) + line).join("\n");
}

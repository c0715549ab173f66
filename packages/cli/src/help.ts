import { type Command, Help, type HelpConfiguration, type Option } from "commander";
import picocolors from "picocolors";
import { commands } from "./commands.js";
import { type CommandName, commandGroups, isCommandName } from "./options/command-names.js";
import { optionsOf } from "./options/commander-options.js";
import type { OptionRow } from "./options/option-row.js";
import { isShared, optionGroups, optionTable } from "./options/option-table.js";

/** The topic of the help that explains what many commands take: `chatexport help options`. */
export const sharedOptions = "options";

/** The options that this topic explains. */
export function optionsOfTopic(): Option[] {
  return optionsOf("export").filter((option) => {
    const row = rowOf(option);
    return !option.hidden && row !== undefined && isShared(row);
  });
}

/** The options of export that `-h` shows, so that its help fits one screen. */
const everyday: readonly (keyof typeof optionTable)[] = [
  "project",
  "since",
  "limit",
  "to",
  "out",
  "detail",
  "from",
  "dryRun",
];

const toMore = "chatexport <command> --help explains a command.";

const examples = [
  "chatexport --from claude  every session, into ./chat-export",
  "chatexport --project . --since 7d --to html  this week's work on this project",
  "chatexport list  the newest sessions",
  "chatexport search 'rate limit'  what was said about it",
  "chatexport show latest  the newest session, in the terminal",
  "chatexport open latest  the same, in the browser",
];

/** Below so many columns, an option's description is below it and not beside it. */
const narrow = 64;
const indent = " ".repeat(6);

const standard = new Help();
standard.minWidthToWrap = 16;

/** The looks of the help of each command. */
export const commandHelp: HelpConfiguration = {
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
  visibleOptions(command) {
    return standard
      .visibleOptions(command)
      .filter((option) => !isExplainedElsewhere(option, command));
  },
  formatHelp(command, helper) {
    const own = Help.prototype.formatHelp.call(helper, command, helper);
    // A topic has no usage.
    if (command.name() === sharedOptions) return own.replace(/^.*\n\n/, "");
    const shared = standard
      .visibleOptions(command)
      .filter((option) => isExplainedElsewhere(option, command));
    if (shared.length === 0) return own;
    const heading = helper.styleTitle(
      `Shared options, which chatexport help ${sharedOptions} explains:`,
    );
    const flags = shared.map(({ long }) => long).join(", ");
    return `${own}\n${heading}\n${folded(flags, columnsOfScreen(), "  ", "  ")}\n`;
  },
};

/** True when `help options` explains an option of a command; `export` explains all of its own. */
function isExplainedElsewhere(option: Option, command: Command): boolean {
  const name = command.name();
  const row = rowOf(option);
  if (row === undefined || !isCommandName(name) || name === "export") return false;
  return isShared(row) && row.meanings?.[name] === undefined;
}

function rowOf(option: Option): OptionRow | undefined {
  return Object.entries<OptionRow>(optionTable).find(
    ([name]) => name === option.attributeName(),
  )?.[1];
}

/** The help of the program, with all commands and the options of `export`, which is the default. */
export function fullHelp(ofExport: readonly Option[]): HelpConfiguration {
  // Below the commands.
  const options: string[] = [];
  return {
    ...commandHelp,
    formatItemList(heading, items, helper) {
      const lines = standard.formatItemList(heading, items, helper);
      if (!Object.hasOwn(optionGroups, heading.slice(0, -1))) return lines;
      options.push(...lines);
      return [];
    },
    formatHelp(command, helper) {
      const parts = [Help.prototype.formatHelp.call(helper, command, helper)];
      parts.push(helper.styleTitle("Options of export, the default command:"), "");
      parts.push(...options.splice(0), examplesText(examples).trimStart(), ending(toMore));
      return parts.join("\n");
    },
    visibleOptions: (command) => [...ofExport, ...standard.visibleOptions(command)],
  };
}

/** The help of the program on one screen: everyday commands and options, and the names of the others. */
export function shortHelp(ofExport: readonly Option[]): HelpConfiguration {
  const { "Export and read": everydayNames, ...others } = commandGroups;
  const options = everyday.flatMap(
    (name) => ofExport.find((one) => one.attributeName() === name) ?? [],
  );
  return {
    ...commandHelp,
    formatHelp(command, helper) {
      const item = ([term, description]: readonly [string, string]) =>
        helper.formatItem(term, termWidth, description, helper);
      const lines = (heading: string, items: readonly (readonly [string, string])[]) => [
        helper.styleTitle(`${heading}:`),
        ...items.map(item),
        "",
      ];
      const ofCommands = everydayNames.map(
        (name) => [nameAndArguments(name), commands[name].description] as const,
      );
      const ofOptions = options.map(
        (option) =>
          [helper.optionTerm(option), rowOf(option)?.brief ?? option.description] as const,
      );
      const termWidth = Math.max(...[...ofCommands, ...ofOptions].map(([term]) => term.length));
      return [
        `${helper.styleTitle("Usage:")} ${helper.commandUsage(command)}`,
        "",
        ...lines("Export and read", ofCommands),
        ...Object.entries(others).map(([heading, names]) =>
          folded(
            `${helper.styleTitle(`${heading}:`)} ${names.join(", ")}`,
            columnsOfScreen(),
            "",
            "  ",
          ),
        ),
        "",
        ...lines("Options of export", ofOptions),
        ending("More: chatexport --help, and chatexport <command> --help."),
      ].join("\n");
    },
  };
}

function nameAndArguments(name: CommandName): string {
  return [name, ...(commands[name].takes ?? []).map((argument) => argument.name)].join(" ");
}

/** The part of a help with examples: each is a command and, after two spaces or more, what it does. */
export function examplesText(examples: readonly string[]): string {
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

function ending(text: string): string {
  return `${folded(text, columnsOfScreen(), "", "")}\n`;
}

function columnsOfScreen(): number {
  return process.stdout.isTTY ? process.stdout.columns || 80 : 80;
}

function folded(text: string, columns: number, first = indent, others = indent): string {
  const lines = standard.boxWrap(text, columns - others.length).split("\n");
  return lines.map((line, index) => (index === 0 ? first : others) + line).join("\n");
}

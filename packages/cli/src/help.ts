import { Help, type HelpConfiguration } from "commander";
import picocolors from "picocolors";

/** Below so many columns, what an option does stands below it and not beside it. */
const narrow = 64;
const indent = " ".repeat(6);

const standard = new Help();
standard.minWidthToWrap = 16;

/** How help looks. */
export const help: HelpConfiguration = {
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

/** The options that help shows of a command. */
export const visibleOptions = standard.visibleOptions.bind(standard);

/** Examples, of which each is a command and, after two spaces or more, what it does. */
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

/** A sentence at the end of help. */
export function lastLine(sentence: string): string {
  return folded(sentence, columnsOfScreen(), "", "");
}

function columnsOfScreen(): number {
  return process.stdout.isTTY ? process.stdout.columns || 80 : 80;
}

function folded(text: string, columns: number, first = indent, others = indent): string {
  const lines = standard.boxWrap(text, columns - others.length).split("\n");
  return lines.map((line, index) => (index === 0 ? first : others) + line).join("\n");
}

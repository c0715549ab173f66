import { commands } from "./commands.js";
import type { OptionRow } from "./options/option-row.js";
import { optionGroups } from "./options/option-table.js";

/** All commands as a list in Markdown, for docs/options.md. */
export function commandsAsMarkdown(): string {
  return Object.entries(commands)
    .map(([name, { description, takes = [] }]) => {
      const words = [name, ...takes.map((argument) => argument.name)].join(" ");
      return `- \`${words}\`: ${description}\n`;
    })
    .join("");
}

/** All options as lists in Markdown, one for each group, for docs/options.md. */
export function optionsAsMarkdown(): string {
  const sections = Object.entries(optionGroups).map(([group, table]) => {
    const items = Object.values(table).map((option) => {
      const { flags, repeatable, description, initial } = option;
      const meaning = initial === undefined ? description : `${description} (default: ${initial})`;
      return `- \`${flags}${repeatable ? "..." : ""}\`${takersOf(option)}: ${meaning}\n`;
    });
    return `### ${group}\n\n${items.join("")}`;
  });
  return sections.join("\n");
}

/** The commands that take an option, in brackets; the help of each command has those that many take. */
function takersOf({ commands: own }: OptionRow): string {
  return own.length > 6 ? "" : ` (${own.join(", ")})`;
}

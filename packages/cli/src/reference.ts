import { commands } from "./commands.js";
import type { OptionRow } from "./options/option-row.js";
import { optionGroups } from "./options/option-table.js";

/** The table of all commands in Markdown, for docs/options.md. */
export function commandsAsMarkdown(): string {
  const rows = Object.entries(commands).map(([name, { description, takes = [] }]) => [
    `\`chatexport ${[name, ...takes.map((argument) => argument.name)].join(" ")}\``,
    description,
  ]);
  return markdownTable(["Command", "What it does"], rows);
}

/** The tables of all options in Markdown, one for each group, for docs/options.md. */
export function optionsAsMarkdown(): string {
  const sections = Object.entries(optionGroups).map(([group, table]) => {
    const rows = Object.values(table).map((option) => {
      const { flags, repeatable, description, initial } = option;
      const meaning = initial === undefined ? description : `${description} (default: ${initial})`;
      return [`\`${flags}${repeatable ? "..." : ""}\``, meaning, takersOf(option)];
    });
    return `### ${group}\n\n${markdownTable(["Option", "Meaning", "Command"], rows)}`;
  });
  return sections.join("\n");
}

/** The commands that take an option; the help of each command has the options that many take. */
function takersOf({ commands: own }: OptionRow): string {
  return own.length > 6 ? "many" : own.join(", ");
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const divider = head.map(() => "---");
  return [head, divider, ...rows].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

import { commands } from "./commands.js";
import { type CommandName, commandNames } from "./options/command-names.js";
import type { OptionRow } from "./options/option-row.js";
import { optionGroups, optionRows } from "./options/option-table.js";

/** The table of all commands in Markdown, for docs/options.md. */
export function commandsAsMarkdown(): string {
  const rows = Object.entries(commands).map(([name, { description, takes = [] }]) => [
    `\`chatexport ${[name, ...takes.map((argument) => argument.name)].join(" ")}\``,
    description,
  ]);
  return markdownTable(["Command", "What it does"], rows);
}

/** The table of all options in Markdown, for docs/options.md. */
export function optionsAsMarkdown(): string {
  const takers = new Set(optionRows.flatMap((option) => option.commands));
  const rows = Object.entries(optionGroups).flatMap(([group, table]) =>
    Object.values(table).map((option) => {
      const { flags, repeatable, description, initial } = option;
      const meaning = initial === undefined ? description : `${description} (default: ${initial})`;
      return [`\`${flags}${repeatable ? "..." : ""}\``, meaning, group, takersOf(option, takers)];
    }),
  );
  return markdownTable(["Option", "Meaning", "Group", "Command"], rows);
}

/** The commands that take an option, in the shorter way: by name, or all but those that do not. */
function takersOf({ commands: own }: OptionRow, takers: ReadonlySet<CommandName>): string {
  const others = commandNames.filter((name) => takers.has(name) && !own.includes(name));
  if (others.length === 0) return "all";
  return others.length < own.length ? `all but ${others.join(", ")}` : own.join(", ");
}

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const divider = head.map(() => "---");
  return [head, divider, ...rows].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}

import { fileURLToPath } from "node:url";

const reference = fileURLToPath(new URL("../../packages/cli/src/reference.ts", import.meta.url));

/** docs/options.md with the lists of commands and options as the program has them. */
export async function withLists(page: string): Promise<string> {
  const { commandsAsMarkdown, optionsAsMarkdown } = await import(reference);
  const withCommands = withList(page, "commands.ts", commandsAsMarkdown());
  return withList(withCommands, "options/option-table.ts", optionsAsMarkdown());
}

/** The page with the list of a file of the program in place of the one it has. */
function withList(text: string, file: string, list: string): string {
  const place = new RegExp(
    `(<!-- Printed from packages/cli/src/${file};[^>]*-->\n\n).*?(?=\n## )`,
    "s",
  );
  if (!place.test(text)) throw new Error(`docs/options.md has no place for the list of ${file}`);
  return text.replace(place, (_, comment: string) => comment + list);
}

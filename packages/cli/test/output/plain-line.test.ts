import { Command } from "commander";
import { expect, test } from "vitest";
import { commands } from "../../src/commands.js";
import { type CommandName, commandNames } from "../../src/options/command-names.js";
import { optionsOf } from "../../src/options/commander-options.js";
import type { OptionRow } from "../../src/options/option-row.js";
import { optionRows } from "../../src/options/option-table.js";
import { readPlainLine } from "../../src/options/plain-line.js";

/** The options of a line as the parser reads them. */
function parsed(command: CommandName, words: readonly string[]): unknown {
  const own = new Command(command);
  for (const option of optionsOf(command)) own.addOption(option);
  own.allowExcessArguments().exitOverride().parse(words, { from: "user" });
  return own.opts();
}

/** Words that an option takes. */
const words: Record<string, string> = {
  count: "3",
  setting: "markdown.detail=full",
  source: "claude,cursor",
};

function wordFor({ values, takes, flags }: OptionRow): string {
  if (/since|until/.test(flags)) return "2026-01-31";
  if (flags.includes("--shard")) return "3/64";
  return words[takes ?? ""] ?? values?.[0] ?? "some words";
}

/** Each option by each of its names, in each way in which a value can be given, and twice. */
function* lines(command: CommandName): Generator<string[]> {
  yield [];
  for (const row of optionRows.filter(({ commands }) => commands.includes(command)))
    for (const flag of row.flags.match(/--?[a-z-]+/g) ?? []) {
      if (!row.flags.includes("<")) {
        yield [flag];
        continue;
      }
      const word = wordFor(row);
      yield [flag, word];
      yield [flag, word, flag, word];
      if (flag === "--out") yield [flag, "-"];
      if (flag.startsWith("--")) yield [`${flag}=${word}`];
    }
}

test.each(commandNames)("a plain line of %s says what the parser finds in it", (command) => {
  const taken = commands[command].takes ?? [];
  const needed = taken.flatMap(({ name }) => (name.startsWith("<") ? ["word"] : []));
  for (const line of lines(command)) {
    const plain = readPlainLine([command, ...needed, ...line], commands);
    expect(plain, line.join(" ")).toBeDefined();
    expect(plain?.options).toEqual(parsed(command, line));
    expect(plain?.words.join("")).toBe(needed.join(""));
  }
});

test.each([
  "--help",
  "help list",
  "lisst",
  "list --since tomorow",
  "list --limit",
  "list --limit=",
  "list --quiet=yes",
  "list --no-quiet",
  "list extra",
  "show",
  "export -nq",
  "export --out --quiet",
  "search -- --force",
  "--since 7d list",
])("what is not plain is left to the parser: %s", (line) => {
  expect(readPlainLine(line.split(" "), commands)).toBeUndefined();
});

test("a line without a command is one of export", () => {
  expect(readPlainLine(["--from", "claude"], commands)).toMatchObject({
    command: "export",
    options: { from: ["claude"], out: "./chat-export", redact: true },
    words: [],
  });
});

import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { commands } from "../../src/commands.js";
import type { CommandName } from "../../src/options/command-names.js";
import { optionsOf } from "../../src/options/commander-options.js";
import { optionTable } from "../../src/options/option-table.js";
import { commandsAsMarkdown, optionsAsMarkdown } from "../../src/reference.js";
import { emptyFolder } from "../binary.js";
import { chatexport, terminal } from "../in-process.js";
import { sourceNames } from "../source-names.js";

const commandNames = Object.keys(commands) as CommandName[];

describe("wrong usage", () => {
  it.each([
    [
      "--form claude",
      "unknown option '--form' (did you mean '--from'?); chatexport export --help shows all.",
    ],
    ["lst --json", "unknown command 'lst' (did you mean 'list'?)."],
    ["grep foo", "unknown command 'grep' (did you mean 'search'?)."],
    ["rm latest", "unknown command 'rm' (did you mean 'delete'?)."],
    ["latest", "unknown command 'latest' (did you mean 'show latest'?)."],
    ["ce8aba52", "unknown command 'ce8aba52' (did you mean 'show ce8aba52'?)."],
    ["claude", "unknown command 'claude' (did you mean '--from claude'?)."],
    ["html", "unknown command 'html' (did you mean '--to html'?)."],
    ["./backup", "unknown command './backup' (did you mean '--root ./backup'?)."],
    ["xyzzy", "unknown command 'xyzzy'; chatexport -h lists all."],
    [
      "export latest",
      "unexpected 'latest': export takes options only (did you mean '--session latest'?).",
    ],
    ["-v", "unknown option '-v' (did you mean '--version'?); chatexport export --help shows all."],
    [
      "--output x",
      "unknown option '--output' (did you mean '--out'?); chatexport export --help shows all.",
    ],
    ["--from claude-code", "unknown source 'claude-code' (did you mean 'claude'?)."],
    ["--from all", "Without --from, chatexport reads all sources."],
    [
      "--to pdf",
      "--to pdf: chatexport writes no PDF. Write --to html, open the page and print it.",
    ],
    ["--from claude list", "the command comes first: chatexport list …"],
    ["--json list", "the command comes first: chatexport list …"],
    ["-q --json search error", "the command comes first: chatexport search …"],
    [
      "why src/my cart.ts",
      "unexpected 'cart.ts': why takes one <what>; quote it if it has spaces.",
    ],
    ["list abc", "unexpected 'abc': list takes options only."],
    ["list --quiet --verbose", "--quiet and --verbose contradict each other."],
    ["--from clade", "unknown source 'clade' (did you mean 'claude'?)."],
    ["--from 7", `unknown source '7'; choose from ${sourceNames.join(", ")}.`],
    [
      "--to json",
      "unknown sink 'json' (did you mean 'jsonl'?); choose from claude, codex, copilot, dataset, gemini, html, jsonl, markdown, opencode, parquet, pi.",
    ],
    ["--to md", "unknown sink 'md' (did you mean 'markdown'?); choose from "],
    [
      "--to toString",
      "unknown sink 'toString'; choose from claude, codex, copilot, dataset, gemini, html, jsonl, markdown, opencode, parquet, pi.",
    ],
    ["--detail ful", "unknown value of --detail 'ful' (did you mean 'full'?)"],
    ["--since soon", "'soon' is not a time; write 2026-01-31, "],
    ["--since 7m", "'7m' is not a time; write 2026-01-31, 2026-01, 2026, today, yesterday or "],
    [
      "--since 2026-02-02 --until 2026-01",
      "--since 2026-02-02T00:00Z is later than --until 2026-01-31T23:59Z.",
    ],
    ["--from claude,clade", "unknown source 'clade' (did you mean 'claude'?)"],
    ["list --root=", "--root is empty: give it a value, or leave it out."],
    ["--limit 0", "--limit takes a whole number above 0, not '0'."],
    ["--option jsonl", "--option takes NAME.KEY=VALUE"],
    ["--option jsonl.a=b", "--option jsonl.a: jsonl is not part of this run; add --to jsonl."],
    ["--option markdwon.a=b", "unknown source or sink 'markdwon' (did you mean 'markdown'?)"],
    ["--option redact.rule=x", 'redact: A rule is written NAME=PATTERN, not "x".'],
    ["--to jsonl --option jsonl.a=b", "unknown jsonl option 'a'; choose from dialect."],
    ["--out - --to jsonl --to markdown", "--out - is one stream: give one --to, or name a folder."],
    [
      "--out a.md --to jsonl --to markdown",
      "--out a.md is one file: give one --to, or name a folder.",
    ],
    ["--to html --out a.jsonl", "--out a.jsonl is a file for jsonl: add --to jsonl."],
    ["--out a.md --dry-run", "--dry-run compares with a folder: name one with --out."],
    ["list --to jsonl", "list has no --to; chatexport list --help shows its options."],
    ["list -t jsonl", "list has no -t; chatexport list --help shows its options."],
    [
      "list --shard 3/64",
      "list has no --shard, an option of export; chatexport list --help shows its options.",
    ],
    [
      "stats --shard 3/64",
      "stats has no --shard, an option of export; chatexport stats --help shows its options.",
    ],
    ["list --bogus", "unknown option '--bogus'; chatexport list --help shows all."],
    ["list --redakt", "unknown option '--redakt' (did you mean '--redact'?)"],
    ["--since", "--since <time> needs a value; see chatexport export --help."],
    ["list --archived=maybe", "--archived takes no value; see chatexport list --help."],
    [
      "list --option jsonl.a=b",
      "--option jsonl.a: jsonl is not part of this run; add --from jsonl.",
    ],
    ["list --option html.a=b", "--option html.a: html is not part of this run; choose from "],
    ["help list extra", "unexpected 'extra': help takes one command; quote it if it has spaces."],
    ["--help lst", "unknown command 'lst' (did you mean 'list'?)"],
    ["help lst", "unknown command 'lst' (did you mean 'list'?)"],
    ["completion tcsh", "unknown shell 'tcsh'; choose from bash, zsh, fish."],
    ["completion", "completion needs <shell>: bash, zsh or fish; "],
    ["search --tool exicute x", "unknown value of --tool 'exicute' (did you mean 'execute'?)"],
    [
      "search --role user,asistant x",
      "unknown value of --role 'asistant' (did you mean 'assistant'?)",
    ],
    ["search --role usr x", "unknown value of --role 'usr' (did you mean 'user'?)"],
  ])("like '%s' ends with 2 and says what would be right", async (words, sentence) => {
    const { exitCode, stdout, stderr } = await chatexport(emptyFolder(), ...words.split(" "));
    expect(stderr).toContain(`error: ${sentence}`);
    expect(stdout).toBe("");
    expect(exitCode).toBe(2);
  });
});

describe("help", () => {
  it("shows the options, commands and examples", async () => {
    const { exitCode, stdout, stderr } = await chatexport(emptyFolder(), "--help");
    expect(stdout).toMatch(
      /Export and read:.*Options of export.*Selection:.*Content:.*Stores:.*Run:.*Examples:/s,
    );
    expect(stdout).toMatch(/Continue sessions:.*Edit sessions of Claude Code or Codex:.*More:/s);
    expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
    expect(stderr).toBe("");
    expect(exitCode).toBe(0);
    expect(await chatexport(emptyFolder(), "--help")).toEqual({ exitCode, stdout, stderr });
  });

  it("of a command shows its own options", async () => {
    const { stdout } = await chatexport(emptyFolder(), "list", "--help");
    expect(stdout).toContain("--json");
    expect(stdout).not.toContain("--out");
    for (const words of [
      ["help", "list"],
      ["--help", "list"],
      ["-h", "list", "--no-color"],
    ])
      expect((await chatexport(emptyFolder(), ...words)).stdout).toBe(stdout);
    const all = await chatexport(emptyFolder(), "--help", "--no-color");
    expect(all.stdout).toContain("--out");
  });

  it.each([
    ["fork", "<id> --at <n>"],
    ["pack", "(<id...> | --project <project>) -o <file>"],
    ["repair", "<id> | --all | --list"],
  ])("of %s shows in its usage what has to be typed", async (name, needs) => {
    const { stdout } = await chatexport(emptyFolder(), name, "--help");
    expect(stdout).toContain(`Usage: chatexport ${name} [options] ${needs}\n`);
  });

  it("prints the version", async () => {
    const { stdout } = await chatexport(emptyFolder(), "--version");
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it("has a reference in Markdown with each option and each command", () => {
    const reference = optionsAsMarkdown();
    for (const { flags } of Object.values(optionTable)) expect(reference).toContain(`\`${flags}`);
    expect(reference).toContain("- `--all` (search, find): ");
    expect(reference).toContain("- `--json`: ");
    for (const name of commandNames) expect(commandsAsMarkdown()).toContain(`- \`${name}`);
  });

  it.each(commandNames)(
    "of %s fits 80 columns and shows no option that only takes back",
    async (name) => {
      const { exitCode, stdout } = await chatexport(emptyFolder(), "help", name);
      expect(exitCode).toBe(0);
      expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
      expect(stdout).toMatch(/\S\n$/);
      expect(stdout).not.toContain("--no-quiet");
      for (const { hidden, long } of optionsOf(name))
        if (!hidden) expect(stdout).toContain(`${long}`);
    },
  );

  it("of a command names what many commands take, and one topic explains it", async () => {
    const { stdout } = await chatexport(emptyFolder(), "stats", "--help");
    expect(stdout).not.toContain(optionTable.model.description);
    const topic = await chatexport(emptyFolder(), "help", "options");
    expect(topic.exitCode).toBe(0);
    const [, named = ""] = /Shared options.*\n((?: {2}--.*\n)+)/.exec(stdout) ?? [];
    const flags = named.match(/--[a-z-]+/g) ?? [];
    expect(flags).toContain("--model");
    for (const flag of flags) expect(topic.stdout).toMatch(new RegExp(`${flag}\\b.*\\w`));
  });

  it("fits one screen when it is asked for by -h", async () => {
    const { exitCode, stdout } = await chatexport(emptyFolder(), "-h");
    expect(exitCode).toBe(0);
    expect(stdout.split("\n").length).toBeLessThanOrEqual(31);
    for (const name of commandNames) expect(stdout).toMatch(new RegExp(`\\b${name}\\b`));
    expect(stdout).toContain("--since");
    expect(stdout).not.toContain("--shard");
  });

  it.each([40, 63, 80])("fits a terminal of %d columns", async (columns) => {
    for (const words of [["--help"], ["completion", "--help"]]) {
      const { ended, lines, written } = terminal(emptyFolder(), words, { columns, rows: 250 });
      expect(await ended).toBe(0);
      // A line that is too long would be broken by the terminal, and so be one that is not written.
      const pieces = stripVTControlCharacters(written()).split("\r\n");
      expect(
        pieces
          .map((line) => line.trimEnd())
          .join("\n")
          .trimEnd(),
      ).toBe(lines().join("\n"));
    }
  });
});

import type { AllOptions, Role } from "./option-types.js";
import {
  eachWord,
  parseCount,
  parseSetting,
  parseTime,
  parseTool,
  toolKinds,
} from "./parse-words.js";

export type * from "./option-types.js";

/** The names of all commands, in the order of the help. */
export const commandNames = [
  "export",
  "list",
  "show",
  "search",
  "stats",
  "doctor",
  "move",
  "plugins",
  "completion",
] as const;

/** A command of the program. */
export type CommandName = (typeof commandNames)[number];

/** Whether a word is the name of a command. */
export function isCommandName(word: string): word is CommandName {
  return commandNames.some((name) => name === word);
}

/** A command as help shows it. */
export interface CommandRow {
  description: string;
  /** What it takes besides options, as help shows it: `<needed>` or `[not needed]`. */
  takes?: readonly Argument[];
  /** Each is a command and, after two spaces or more, what it does. */
  examples?: readonly string[];
}

/** A word that a command takes. */
export interface Argument {
  name: string;
  description: string;
}

/** All commands by their names. */
export type CommandTable = Readonly<Record<CommandName, CommandRow>>;

/** An option as the user sees it. */
export interface OptionRow {
  flags: string;
  group: "Selection" | "Content" | "Stores" | "Run";
  description: string;
  /** The commands that take it. */
  commands: readonly CommandName[];
  repeatable?: true;
  initial?: string;
  /** The words that it takes: only these, unless `parse` says more. */
  values?: readonly string[];
  /** What the word stands for that it takes. */
  takes?:
    | "count"
    | "file"
    | "folder"
    | "place"
    | "project"
    | "session"
    | "setting"
    | "sink"
    | "source";
  /** Turns the word that was typed into a value, or several, or throws a usage error. */
  parse?(word: string): unknown;
}

const choosing = ["export", "list", "show", "search", "stats"] as const;
const reading = [...choosing, "doctor"] as const;
const running = [...reading, "plugins"] as const;
const printing = [...running, "move"] as const;
const rendering = ["export", "show"] as const;

const roles = ["user", "assistant", "system", "tool"] as const satisfies readonly Role[];

/** All options, by their names in camel case. */
export const optionTable = {
  project: {
    flags: "--project <project>",
    group: "Selection",
    commands: choosing,
    description: "only this project: name, path, glob, or . for here",
    takes: "project",
  },
  session: {
    flags: "--session <id>",
    group: "Selection",
    commands: ["export", "list", "search", "stats"],
    description: "only this session: the beginning or end of its id",
    repeatable: true,
    takes: "session",
  },
  since: {
    flags: "--since <time>",
    group: "Selection",
    commands: choosing,
    description: "only if active since 2026-01-31, yesterday, or 7d",
    parse: (word) => parseTime(word, "first"),
  },
  until: {
    flags: "--until <time>",
    group: "Selection",
    commands: choosing,
    description: "only if active until 2026-01-31, 2026-01, or 12h",
    parse: (word) => parseTime(word, "last"),
  },
  grep: {
    flags: "--grep <text>",
    group: "Selection",
    commands: choosing,
    description: "only sessions that contain this text, or match this /regex/",
  },
  model: {
    flags: "--model <glob>",
    group: "Selection",
    commands: choosing,
    description: "only sessions in which such a model answered: opus, or gpt-5*",
  },
  role: {
    flags: "--role <role>",
    group: "Selection",
    commands: ["search"],
    description: "only what this role wrote: user, assistant, system, tool",
    repeatable: true,
    values: roles,
  },
  tool: {
    flags: "--tool <tool>",
    group: "Selection",
    commands: ["search"],
    description: "only calls of this kind, or tool: execute, edit, ... or Bash",
    repeatable: true,
    values: toolKinds,
    parse: (words) => eachWord(words).map(parseTool),
  },
  archived: {
    flags: "--archived",
    group: "Selection",
    commands: choosing,
    description: "only sessions that were archived in the tool",
  },
  empty: {
    flags: "--empty",
    group: "Selection",
    commands: choosing,
    description: "also sessions in which nothing was said",
  },
  limit: {
    flags: "--limit <n>",
    group: "Selection",
    commands: ["export", "list", "search", "stats"],
    description: "only the newest n sessions",
    parse: parseCount("--limit"),
    takes: "count",
  },
  to: {
    flags: "-t, --to <sink>",
    group: "Content",
    commands: [...rendering, "plugins"],
    description: "what to write: markdown (the default of export), html, jsonl, or a plugin",
    repeatable: true,
    parse: eachWord,
    takes: "sink",
  },
  out: {
    flags: "-o, --out <place>",
    group: "Content",
    commands: ["export", "doctor"],
    description: "folder of the export; also one file, or - for standard output",
    initial: "./chat-export",
    takes: "place",
  },
  detail: {
    flags: "--detail <level>",
    group: "Content",
    commands: rendering,
    description: "how much to show: conversation, standard (default), full",
    values: ["conversation", "standard", "full"],
  },
  branches: {
    flags: "--branches <which>",
    group: "Content",
    commands: rendering,
    description: "which lines of a session: active, all (default of html)",
    values: ["active", "all"],
  },
  reasoning: {
    flags: "--no-reasoning",
    group: "Content",
    commands: rendering,
    description: "leave out what the model thought",
  },
  subagents: {
    flags: "--no-subagents",
    group: "Content",
    commands: rendering,
    description: "leave out the sessions of sub-agents",
  },
  redact: {
    flags: "--no-redact",
    group: "Content",
    commands: reading,
    description: "leave secrets as they are",
  },
  redactPaths: {
    flags: "--redact-paths",
    group: "Content",
    commands: reading,
    description: "also replace the home folder and the user's name in every path and text",
  },
  option: {
    flags: "--option <setting>",
    group: "Content",
    commands: reading,
    description: "NAME.KEY=VALUE, an option of a plugin; chatexport plugins lists them",
    repeatable: true,
    parse: parseSetting,
    takes: "setting",
  },
  from: {
    flags: "-f, --from <source>",
    group: "Stores",
    commands: running,
    description: "what to read: claude, claude-ai, cursor (these by default), jsonl, or a plugin",
    repeatable: true,
    parse: eachWord,
    takes: "source",
  },
  home: {
    flags: "--home <folder>",
    group: "Stores",
    commands: [...reading, "move"],
    description: "look below this home folder only",
    takes: "folder",
  },
  root: {
    flags: "--root <path>",
    group: "Stores",
    commands: reading,
    description: "read this folder or file only",
    repeatable: true,
    takes: "place",
  },
  claudeOnly: {
    flags: "--claude-only",
    group: "Stores",
    commands: ["move"],
    description: "leave Cursor's stores as they are",
  },
  cursorOnly: {
    flags: "--cursor-only",
    group: "Stores",
    commands: ["move"],
    description: "leave Claude Code's stores as they are",
  },
  sessionsOnly: {
    flags: "--sessions-only",
    group: "Stores",
    commands: ["move"],
    description: "leave the project's folder where it is: it has been moved already",
  },
  dryRun: {
    flags: "-n, --dry-run",
    group: "Run",
    commands: ["export", "move"],
    description: "change nothing, and list what would change and why",
  },
  yes: {
    flags: "-y, --yes",
    group: "Run",
    commands: ["move"],
    description: "do it without asking",
  },
  undo: {
    flags: "--undo",
    group: "Run",
    commands: ["move"],
    description: "set the last move back as if it had not been",
  },
  force: {
    flags: "--force",
    group: "Run",
    commands: ["export"],
    description: "write everything anew, over your edits and what the store has lost",
  },
  jobs: {
    flags: "-j, --jobs <n>",
    group: "Run",
    commands: ["export"],
    description: "write a folder in n threads; 1 takes the least memory",
    parse: parseCount("--jobs"),
    takes: "count",
  },
  json: {
    flags: "--json",
    group: "Run",
    commands: ["list", "show", "search", "stats", "doctor", "move", "plugins"],
    description: "print JSON",
  },
  schema: {
    flags: "--schema",
    group: "Run",
    commands: ["doctor"],
    description: "read everything, and print the names that are not known",
  },
  report: {
    flags: "--report <file>",
    group: "Run",
    commands: ["export"],
    description: "write a JSON file on what became of every record",
    takes: "file",
  },
  strict: {
    flags: "--strict",
    group: "Run",
    commands: ["export"],
    description: "end with 1 if a record is malformed or unknown",
  },
  config: {
    flags: "--config <file>",
    group: "Run",
    commands: running,
    description: "take options from this file, not from ./chatexport.config.{js,mjs,json}",
    takes: "file",
  },
  quiet: {
    flags: "-q, --quiet",
    group: "Run",
    commands: printing,
    description: "print errors only",
  },
  verbose: {
    flags: "--verbose",
    group: "Run",
    commands: printing,
    description: "print every diagnostic",
  },
  color: {
    flags: "--no-color",
    group: "Run",
    commands: printing,
    description: "print without colour",
  },
} as const satisfies Record<keyof AllOptions, OptionRow>;

/** All options in the order of the help. */
export const optionRows: readonly OptionRow[] = Object.values(optionTable);

/** Whether an option is on or off. */
export function isSwitch({ flags }: OptionRow): boolean {
  return !flags.includes("<");
}

/** Whether a file of options may hold an option: not one of commands that change what they find. */
export function isForFiles(row: OptionRow): boolean {
  const takers: readonly CommandName[] = optionTable.config.commands;
  return row !== optionTable.config && row.commands.some((name) => takers.includes(name));
}

/** An option with two dashes and without its value: "--no-redact". */
export function longFlag({ flags }: OptionRow): string {
  return /--[a-z-]+/.exec(flags)?.[0] ?? flags;
}

/** The option with a flag, which may be the short one. */
export function optionNamed(flag: string): OptionRow | undefined {
  return optionRows.find((row) => longFlag(row) === flag || row.flags.startsWith(`${flag}, `));
}

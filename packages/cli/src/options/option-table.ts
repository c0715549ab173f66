import type { Role } from "@chatexport/document/search";
import {
  eachWord,
  parseCount,
  parseSetting,
  parseShard,
  parseTime,
  parseTimezone,
  parseTool,
  toolKinds,
} from "./parse-words.js";

/** The names of all commands, in the order of the help. */
export const commandNames = [
  "export",
  "list",
  "show",
  "open",
  "share",
  "search",
  "stats",
  "doctor",
  "continue",
  "restore",
  "pack",
  "unpack",
  "move",
  "clone",
  "fork",
  "trim",
  "repair",
  "rename",
  "archive",
  "delete",
  "undo",
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
  takes?: readonly { name: string; description: string }[];
  /** What has to be typed, where it is more or other than what it takes. */
  needs?: string;
  /** Each is a command and, after two spaces or more, what it does. */
  examples?: readonly string[];
}

/** All commands by their names. */
export type CommandTable = Readonly<Record<CommandName, CommandRow>>;

/** An option as the user sees it. */
export interface OptionRow {
  flags: string;
  description: string;
  /** What it means to a command, where that is something else. */
  meanings?: Partial<Record<CommandName, string>>;
  /** The commands that take it. */
  commands: readonly CommandName[];
  repeatable?: true;
  initial?: string;
  /** The commands for which it has that value when nobody gives one; all of them when it is absent. */
  initialFor?: readonly CommandName[];
  /** The words that it takes: only these, unless `parse` says more. */
  values?: readonly string[];
  /** The words that it takes for a command, where these are others; the command checks them. */
  valuesFor?: Partial<Record<CommandName, readonly string[]>>;
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

const choosing = ["export", "list", "show", "open", "search", "stats"] as const;
const reading = [...choosing, "doctor"] as const;
const giving = ["continue", "restore"] as const;
const loading = [...reading, "share", ...giving] as const;
const running = [...loading, "plugins"] as const;
const editing = ["clone", "fork", "trim", "repair", "rename", "archive", "delete"] as const;
const changing = [...giving, ...editing, "unpack", "move", "undo"] as const;
const printing = [...running, ...editing, "pack", "unpack", "move", "undo"] as const;
const rendering = ["export", "show", "open", "share"] as const;

const roles = ["user", "assistant", "system", "tool"] as const satisfies readonly Role[];

type Rows = Readonly<Record<string, OptionRow>>;

const selection = {
  /** Only this project: its name, its path, a glob over both, or `.` for the one here. */
  project: {
    flags: "--project <project>",
    commands: [...choosing, "continue", "unpack"],
    description: "only this project: name, path, glob, or . for this folder",
    meanings: {
      continue: "continue in this folder, not the session's own",
      unpack: "use this folder, not the current one",
    },
    takes: "project",
  },
  /** Only these sessions: the beginning or end of each id; `latest` is the newest that other options leave. */
  session: {
    flags: "--session <id>",
    commands: ["export", "list", "search", "stats"],
    description: "only this session: start or end of its id, or latest",
    repeatable: true,
    takes: "session",
  },
  /** Milliseconds since 1970. */
  since: {
    flags: "--since <time>",
    commands: choosing,
    description: "only sessions active since 2026-01-31, yesterday, or 7d",
    parse: (word) => parseTime(word, "first"),
  },
  /** Milliseconds since 1970. */
  until: {
    flags: "--until <time>",
    commands: choosing,
    description: "only sessions active until 2026-01-31, or 12h (ago)",
    parse: (word) => parseTime(word, "last"),
  },
  /** A text, or a regular expression between slashes. */
  grep: {
    flags: "--grep <text>",
    commands: choosing,
    description: "only sessions that contain this text or /regex/",
  },
  /** Only sessions in which such a model answered: a part of its name, or a glob. */
  model: {
    flags: "--model <glob>",
    commands: choosing,
    description: "only sessions with answers of this model: opus, gpt-5*",
  },
  /** Also what was not said: calls and their output, thoughts, files. */
  all: {
    flags: "--all",
    commands: ["search"],
    description: "also search tool calls, output, reasoning and files",
  },
  /** Only what these roles wrote. */
  role: {
    flags: "--role <role>",
    commands: ["search"],
    description: "only what this role wrote: user, assistant, system, tool",
    repeatable: true,
    values: roles,
  },
  /** Only calls of tools of these kinds, or with these names. */
  tool: {
    flags: "--tool <tool>",
    commands: ["search"],
    description: "only tool calls, by kind (execute, edit, ...) or name (Bash)",
    repeatable: true,
    values: toolKinds,
    parse: (words) => eachWord(words).map(parseTool),
  },
  /** Only sessions that were archived in the tool. */
  archived: {
    flags: "--archived",
    commands: choosing,
    description: "only sessions archived in the tool",
  },
  /** Also sessions in which nothing was said. */
  empty: {
    flags: "--empty",
    commands: choosing,
    description: "include sessions in which nothing was said",
  },
  /** Only a part of all sessions: "3/64" is the third of 64. */
  shard: {
    flags: "--shard <part>",
    commands: ["export", "list"],
    description: "only a part of all sessions, by a hash of the id: 3/64",
    parse: parseShard,
  },
  /** Only so many sessions, the newest. */
  limit: {
    flags: "--limit <n>",
    commands: ["export", "list", "search", "stats"],
    description: "only the newest n sessions",
    meanings: { search: "only the first n hits" },
    parse: parseCount("--limit"),
    takes: "count",
  },
} as const satisfies Rows;

const content = {
  /** Names of the sinks that write documents, or paths to such plugins; `markdown` when it is absent. */
  to: {
    flags: "-t, --to <sink>",
    commands: ["export", "show", "share", "stats", "plugins"],
    description:
      "format: markdown (default), html, jsonl, parquet, dataset, claude, codex, or a plugin",
    meanings: {
      share: "format: html (default), markdown, jsonl, or a plugin",
      show: "print it as markdown, html, jsonl, or with a plugin",
      stats: "print a page with charts: html, or a picture: svg",
      plugins: "also list this sink",
    },
    valuesFor: { stats: ["html", "svg"] },
    repeatable: true,
    parse: eachWord,
    takes: "sink",
  },
  /** A folder, one file, or `-` for standard output. */
  out: {
    flags: "-o, --out <place>",
    commands: ["export", "share", "stats", "doctor", "pack"],
    description: "where to: a folder, a file (.md, .html, .jsonl), or - for stdout",
    meanings: {
      share: "the file to write",
      stats: "the file to write: stats.html or stats.svg",
      pack: "the file to write",
      doctor: "the archive to compare with what is stored",
    },
    initial: "./chat-export",
    initialFor: ["export", "doctor"],
    takes: "place",
  },
  /** How much is shown; `standard` when it is absent. */
  detail: {
    flags: "--detail <level>",
    commands: rendering,
    description: "how much to show: conversation, standard (default), full",
    values: ["conversation", "standard", "full"],
  },
  /** Which lines of a session are shown; when it is absent, each sink has its own mind. */
  branches: {
    flags: "--branches <which>",
    commands: rendering,
    description: "which branches to show: active, or all (the default for html)",
    values: ["active", "all"],
  },
  /** The zone of the times in documents, as IANA names it; UTC when it is absent. */
  timezone: {
    flags: "--timezone <zone>",
    commands: rendering,
    description: "time zone to show: UTC (default), local, Europe/Zurich, ...",
    values: ["UTC", "local"],
    parse: parseTimezone,
  },
  /** False hides what the model thought. */
  reasoning: {
    flags: "--no-reasoning",
    commands: rendering,
    description: "leave out the model's reasoning",
  },
  /** False leaves the sessions of sub-agents out. */
  subagents: {
    flags: "--no-subagents",
    commands: rendering,
    description: "leave out sub-agents",
  },
  /** False leaves secrets as they are. */
  redact: {
    flags: "--no-redact",
    commands: [...reading, "pack"],
    description: "do not mask secrets",
  },
  /** Also replaces the home folder and the user's name in every path and text. */
  redactPaths: {
    flags: "--redact-paths",
    commands: [...reading, "pack"],
    description: "also mask home folders and the user's name",
  },
  /** Also replaces personal data by pseudonyms; includes `redactPaths`. */
  redactPersonal: {
    flags: "--redact-personal",
    commands: [...reading, "share"],
    description: "also replace names, emails and hosts with pseudonyms",
  },
  option: {
    flags: "--option <setting>",
    commands: loading,
    description: "set a plugin's option: NAME.KEY=VALUE (see chatexport plugins)",
    repeatable: true,
    parse: parseSetting,
    takes: "setting",
  },
} as const satisfies Rows;

const stores = {
  /** Names of the sources to read, or paths to such plugins; all that have places of their own when it is absent. */
  from: {
    flags: "-f, --from <source>",
    commands: running,
    description:
      "source: claude, claude-ai, codex, copilot, cursor, opencode (default: all of these), jsonl, or a plugin",
    meanings: {
      restore: "source (default: jsonl, the archive in ./chat-export)",
      plugins: "also list this source",
    },
    repeatable: true,
    parse: eachWord,
    takes: "source",
  },
  /** The home folder below which to look, in place of the user's own. */
  home: {
    flags: "--home <folder>",
    commands: [...loading, "move", "undo"],
    description: "use this home folder instead of yours",
    meanings: {
      continue: "read this home folder instead of yours",
      restore: "read this home folder instead of yours",
    },
    takes: "folder",
  },
  /** Folders or files to read in place of all others. */
  root: {
    flags: "--root <path>",
    commands: loading,
    description: "read only this folder or file, or all that match a glob",
    repeatable: true,
    takes: "place",
  },
  /** Leaves Cursor's stores as they are. */
  claudeOnly: {
    flags: "--claude-only",
    commands: ["move"],
    description: "leave Cursor's data alone",
  },
  /** Leaves Claude Code's stores as they are. */
  cursorOnly: {
    flags: "--cursor-only",
    commands: ["move"],
    description: "leave Claude Code's data alone",
  },
  /** Leaves the project's folder where it is. */
  sessionsOnly: {
    flags: "--sessions-only",
    commands: ["move"],
    description: "update the sessions only: the folder has been moved already",
  },
} as const satisfies Rows;

const run = {
  /** The tool that goes on with a session. */
  in: {
    flags: "--in <tool>",
    commands: ["continue"],
    description: "claude or codex",
    values: ["claude", "codex"],
    initial: "claude",
  },
  /** The number of the last prompt that is kept. */
  at: {
    flags: "--at <n>",
    commands: ["continue", "fork"],
    description: "keep everything up to the answer to prompt n",
    parse: parseCount("--at"),
    takes: "count",
  },
  /** Starts the tool. */
  run: {
    flags: "--run",
    commands: ["continue"],
    description: "start the tool right away",
  },
  /** Leaves out what results of calls have beyond so many characters. */
  results: {
    flags: "--results <n>",
    commands: ["trim"],
    description: "cut each tool result to n characters",
    parse: parseCount("--results"),
    takes: "count",
  },
  /** Leaves out images. */
  images: { flags: "--images", commands: ["trim"], description: "remove images" },
  /** Leaves out what the model thought. */
  trimReasoning: {
    flags: "--reasoning",
    commands: ["trim"],
    description: "remove the model's reasoning",
  },
  /** Leaves out what was said before the prompt of this number. */
  before: {
    flags: "--before <n>",
    commands: ["trim"],
    description: "remove all before prompt n",
    parse: parseCount("--before"),
    takes: "count",
  },
  /** All sessions. */
  every: { flags: "--all", commands: ["repair"], description: "repair every session" },
  /** Lists what can be undone. */
  list: {
    flags: "--list",
    commands: ["undo"],
    description: "list what can be undone, newest first",
  },
  /** Writes nothing, and lists what would change and why. */
  dryRun: {
    flags: "-n, --dry-run",
    commands: ["export", ...changing],
    description: "change nothing; list what would change, and why",
  },
  /** Does it without asking. */
  yes: {
    flags: "-y, --yes",
    commands: ["move", "share", "undo", "trim", "repair", "delete"],
    description: "do not ask",
    meanings: { share: "do not ask; use your earlier decisions" },
  },
  /** Sets the last move back. */
  undo: {
    flags: "--undo",
    commands: ["move"],
    description: "undo the last move",
  },
  /** Writes everything anew, over edits of the user and over what the store has lost. */
  force: {
    flags: "--force",
    commands: ["export"],
    description: "rewrite all, even your edits and sessions the store now holds in part",
  },
  /** In how many threads documents are rendered; when it is absent, as many as the work is worth. */
  jobs: {
    flags: "-j, --jobs <n>",
    commands: ["export"],
    description: "use n threads; 1 takes the least memory",
    parse: parseCount("--jobs"),
    takes: "count",
  },
  /** Prints JSON in place of what people read. */
  json: {
    flags: "--json",
    commands: ["list", "show", "search", "stats", "doctor", ...changing, "pack", "plugins"],
    description: "print JSON",
  },
  /** Reads everything, and prints the names that are not known. */
  schema: {
    flags: "--schema",
    commands: ["doctor"],
    description: "read everything and list unknown record types and fields",
  },
  /** A JSON file to be written, on what became of every record. */
  report: {
    flags: "--report <file>",
    commands: ["export"],
    description: "write a JSON report on every session, record and masked secret",
    takes: "file",
  },
  /** A JSON file that says what tokens cost. */
  prices: {
    flags: "--prices <file>",
    commands: ["stats"],
    description: "a JSON file of prices per million tokens, for an estimate",
    takes: "file",
  },
  /** Ends with 1 when a record is malformed or unknown, or a field is unknown; a data set has to be reviewed. */
  strict: {
    flags: "--strict",
    commands: ["export"],
    description:
      "exit with 1 on damaged or unknown records and fields; write only reviewed data sets",
  },
  /** A file of options; once it was read, the one that was found. */
  config: {
    flags: "--config <file>",
    commands: [...reading, "share", "plugins"],
    description: "read options from this file, not ./chatexport.config.{js,mjs,json}",
    takes: "file",
  },
  /** Says nothing but errors. */
  quiet: { flags: "-q, --quiet", commands: printing, description: "print errors only" },
  /** Says every warning and note. */
  notes: {
    flags: "--notes",
    commands: reading,
    description: "print every warning and note, with its place",
  },
  /** Says every diagnostic, and more. */
  verbose: {
    flags: "--verbose",
    commands: printing,
    description: "print all notes, record counts and lists in full",
  },
  /** False prints without colour. */
  color: { flags: "--no-color", commands: printing, description: "print without colour" },
} as const satisfies Rows;

/** All options, by their names in camel case. */
export const optionTable = { ...selection, ...content, ...stores, ...run };

/** The options of each group of the help. */
export const optionGroups: Readonly<Record<string, Rows>> = {
  Selection: selection,
  Content: content,
  Stores: stores,
  Run: run,
};

type Table = typeof optionTable;

/** What the word of an option stands for; what may be said besides its values is any text. */
type ValueOf<Row extends OptionRow> = Row extends { values: readonly (infer Word)[] }
  ? Row extends { parse: unknown }
    ? Word | (string & {})
    : Word
  : Row extends { parse(word: string): infer Value }
    ? Value extends readonly (infer Element)[]
      ? Element
      : Value
    : Row["flags"] extends `${string}<${string}`
      ? string
      : boolean;

type Given<Row extends OptionRow> = Row extends { repeatable: true }
  ? ValueOf<Row>[]
  : ValueOf<Row>;

/** What each option gives a command. */
type Values = { [Name in keyof Table]: Given<Table[Name]> };

/** The options that have a value also when nobody gives them. */
type Defaulted = {
  [Name in keyof Table]: Table[Name] extends { initial: string } | { flags: `--no-${string}` }
    ? Name
    : never;
}[keyof Table];

type OptionsNamed<Names extends keyof Table> = Pick<Values, Names & Defaulted> &
  Partial<Pick<Values, Exclude<Names, Defaulted>>>;

/** The names of the options that at least one of these commands takes. */
type NamesFor<Commands extends CommandName> = {
  [Name in keyof Table]: Commands & Table[Name]["commands"][number] extends never ? never : Name;
}[keyof Table];

/** The options of a command. */
export type OptionsOf<Command extends CommandName> = OptionsNamed<NamesFor<Command>>;

/** The options that may stand in a file: those of commands that change nothing but what they write. */
export type FileOptions = OptionsNamed<
  Exclude<NamesFor<Table["config"]["commands"][number]>, "config" | "yes">
>;

/** Which sessions a command is about. */
export type SelectionOptions = Pick<
  OptionsOf<"list">,
  | "project"
  | "session"
  | "since"
  | "until"
  | "grep"
  | "model"
  | "archived"
  | "empty"
  | "shard"
  | "limit"
>;

/** Where the sessions are, and what every command that reads them takes. */
export type CommonOptions = Omit<OptionsOf<"list">, "json">;

/** What a document of a session shows. */
export type ContentOptions = Pick<
  OptionsOf<"export">,
  "to" | "detail" | "branches" | "timezone" | "reasoning" | "subagents"
>;

/** All options in the order of the help. */
export const optionRows: readonly OptionRow[] = Object.values(optionTable);

/** Whether an option is on or off. */
export function isSwitch({ flags }: OptionRow): boolean {
  return !flags.includes("<");
}

/** Whether a file of options may hold an option: not one of commands that change what they find. */
export function isForFiles(row: OptionRow): boolean {
  const takers: readonly CommandName[] = optionTable.config.commands;
  const isOfThisRun = row === optionTable.config || row === optionTable.yes;
  return !isOfThisRun && row.commands.some((name) => takers.includes(name));
}

/** An option with two dashes and without its value: "--no-redact". */
export function longFlag({ flags }: OptionRow): string {
  return /--[a-z-]+/.exec(flags)?.[0] ?? flags;
}

/** The options with a flag, which may be the short one: it may mean something else to another command. */
export function optionsNamed(flag: string): OptionRow[] {
  return optionRows.filter((row) => longFlag(row) === flag || row.flags.startsWith(`${flag}, `));
}

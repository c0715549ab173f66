import type { CommandName, CommandTable } from "../../options/command-names.js";
import type { OptionRow } from "../../options/option-row.js";
import { longFlag, optionRows } from "../../options/option-table.js";
import { writeStdout } from "../../terminal/stdout.js";
import { shellNames } from "./completion.js";
import { type Candidate, type CommandLine, readCommandLine } from "./typed-words.js";

/**
 * Prints for a script of `chatexport completion` what can stand for the last word: in the first line
 * whether these are words, files or folders, then a word in each line, with a tab before what it means.
 */
export async function complete(words: readonly string[], commands: CommandTable): Promise<number> {
  // A person is typing: what is wrong here is said when the line is run.
  const nothing: Completion = { kind: "words", candidates: [] };
  const { kind, candidates } = await completionOf(words, commands).catch(() => nothing);
  const lines = candidates.map(({ word, meaning = "" }) => `${word}\t${meaning}`);
  await writeStdout(`${[kind, ...lines].join("\n")}\n`);
  return 0;
}

/** The values that may follow where the cursor is. */
interface Completion {
  /** The kind of answer: words of ours, or the files or folders that the shell knows. */
  kind: "words" | "files" | "folders";
  candidates: Candidate[];
}

async function completionOf(words: readonly string[], commands: CommandTable): Promise<Completion> {
  const line = readCommandLine(words);
  const kind = kindAt(line);
  const candidates = kind === "words" ? await candidatesFor(line, commands) : [];
  // Of two equal words, shells would insert their meanings as well.
  const byWord = new Map(candidates.map((candidate) => [candidate.word, candidate]));
  return {
    kind,
    candidates: [...byWord.values()]
      .map((candidate) => ({ ...candidate, word: line.prefix + candidate.word }))
      .filter(({ word }) => word.startsWith(line.prefix + line.current)),
  };
}

const kinds: Partial<Record<string, Completion["kind"]>> = {
  folder: "folders",
  file: "files",
  place: "files",
};

function kindAt({ option, command, argumentCount, current }: CommandLine): Completion["kind"] {
  if (option) return kinds[option.takes ?? ""] ?? "words";
  const isFolder = command === "move" && argumentCount < 2 && !current.startsWith("-");
  return isFolder ? "folders" : "words";
}

async function candidatesFor(line: CommandLine, commands: CommandTable): Promise<Candidate[]> {
  const { command, option, current, argumentCount } = line;
  if (option) return valuesOf(option, line);
  if (command === "help" || command === undefined) {
    if (current.startsWith("-")) return flagsOf("export", line);
    return argumentCount === 0 ? commandWords(commands, command === undefined) : [];
  }
  const isArgument = argumentCount === 0 && !current.startsWith("-");
  if (isArgument && command === "completion") return shellNames.map((word) => ({ word }));
  if (isArgument && takesSession(command))
    return [{ word: "latest", meaning: "the newest session" }, ...(await sessions(line))];
  const { takes } = commands[command];
  return isArgument && takes ? [] : flagsOf(command, line);
}

/** True when what a command takes is the id of a session. */
function takesSession(command: CommandName): boolean {
  return command === "show" || command === "open" || command === "share";
}

function commandWords(commands: CommandTable, withHelp: boolean): Candidate[] {
  const rows = Object.entries(commands);
  const own = rows.map(([word, { description }]) => ({ word, meaning: description }));
  return withHelp ? [...own, { word: "help", meaning: "explain a command" }] : own;
}

function flagsOf(command: CommandName, { given, command: typed }: CommandLine): Candidate[] {
  const own = optionRows
    .filter((row) => row.commands.includes(command) && (row.repeatable || !given.has(row)))
    .map((row) => ({ word: longFlag(row), meaning: row.description }));
  const help = { word: "--help", meaning: "print help" };
  const version = { word: "--version", meaning: "print the version" };
  return typed === undefined ? [...own, help, version] : [...own, help];
}

async function valuesOf(
  { values, valuesFor, takes }: OptionRow,
  line: CommandLine,
): Promise<Candidate[]> {
  const own = valuesFor?.[line.command as CommandName] ?? values;
  if (own) return own.map((word) => ({ word }));
  if (takes === "session") return sessions(line);
  if (takes === "project") return (await import("./stored-candidates.js")).projectCandidates(line);
  if (takes === "setting") return settings();
  if (takes !== "source" && takes !== "sink") return [];
  const { builtIns } = await import("../../built-in.js");
  const { installedPlugins } = await import("../../host/plugins/find-plugin.js");
  const { safeLine } = await import("@chatexport/core");
  const builtIn = Object.entries(builtIns[takes]).map(([word, plugin]) => ({ word, ...plugin }));
  return [...builtIn, ...installedPlugins(takes)].map(({ word, description = "" }) => {
    return { word, meaning: safeLine(description) };
  });
}

async function sessions(line: CommandLine): Promise<Candidate[]> {
  return (await import("./stored-candidates.js")).sessionCandidates(line);
}

async function settings(): Promise<Candidate[]> {
  const { listPlugins } = await import("../../host/plugins/list-plugins.js");
  return (await listPlugins()).flatMap(({ name, options = [] }) =>
    options.flatMap(({ key, type, values, description }) => {
      const words = type === "boolean" ? ["true", "false"] : (values ?? [""]);
      return words.map((value) => ({ word: `${name}.${key}=${value}`, meaning: description }));
    }),
  );
}

import { type CommandName, type CommandRow, isCommandName } from "./command-names.js";
import type { OptionRow } from "./option-row.js";
import { isSwitch, longFlag, type OptionsOf, optionTable } from "./option-table.js";
import { initialValue, valueReader } from "./option-value.js";

/** The parts of a command line. */
export interface PlainLine {
  command: CommandName;
  /** By the names of the table of options. */
  options: Record<string, unknown>;
  /** The arguments of the command besides options, "" for what is left out. */
  words: string[];
}

/**
 * Reads a command line with each option under its own name, its value in the next word or behind
 * "=": the parser takes as long to load as Node to start. Undefined for all that is not plain to
 * see, such as help and mistakes, which is left to the parser.
 */
export function readPlainLine(
  line: readonly string[],
  commands: Readonly<Record<CommandName, CommandRow>>,
): PlainLine | undefined {
  const [first = "", ...others] = line;
  const command = isCommandName(first) ? first : "export";
  if (command !== first && !first.startsWith("-")) return undefined;
  const rows = rowsOf(command);
  const options: Record<string, unknown> = usualOptions(command);
  const byFlag = new Map(rows.flatMap((entry) => flagsOf(entry[1]).map((flag) => [flag, entry])));
  const rest: string[] = [];
  const words = (command === first ? others : line).values();
  for (const word of words) {
    if (!word.startsWith("-")) {
      rest.push(word);
      continue;
    }
    const [, flag = word, inline] = /^(--[a-z-]+)=(.*)$/s.exec(word) ?? [];
    const [name, row] = byFlag.get(flag) ?? [];
    if (name === undefined || row === undefined) return undefined;
    if (isSwitch(row)) {
      if (inline !== undefined) return undefined;
      options[name] = !isNegated(row);
      continue;
    }
    const given = inline ?? words.next().value;
    // A dash alone is a value: standard output.
    if (given === undefined || (inline === undefined && /^-./.test(given))) return undefined;
    const value = attempted(() => valueReader(row)(given));
    if (value === undefined) return undefined;
    options[name] = row.repeatable ? [options[name] ?? [], value].flat() : value;
  }
  if (options.quiet && options.verbose) return undefined;
  return withArguments(rest, commands[command].takes ?? [], { command, options });
}

/** The options of a command that was given none. */
export function usualOptions<Name extends CommandName>(command: Name): OptionsOf<Name> {
  const values = rowsOf(command).flatMap(([name, row]) => {
    const value = isNegated(row) ? true : initialValue(row, command);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(values);
}

function rowsOf(command: CommandName): [string, OptionRow][] {
  return Object.entries<OptionRow>(optionTable).filter(([, row]) => row.commands.includes(command));
}

function withArguments(
  rest: string[],
  takes: NonNullable<CommandRow["takes"]>,
  line: Omit<PlainLine, "words">,
): PlainLine | undefined {
  const isOpen = takes.at(-1)?.name.includes("...");
  const needed = takes.filter(({ name }) => name.startsWith("<")).length;
  if (rest.length < needed || (rest.length > takes.length && !isOpen)) return undefined;
  return { ...line, words: isOpen ? rest : takes.map((_, index) => rest[index] ?? "") };
}

function flagsOf({ flags }: OptionRow): string[] {
  return flags.match(/--?[a-z-]+/g) ?? [];
}

function isNegated(row: OptionRow): boolean {
  return longFlag(row).startsWith("--no-");
}

// As `attempt` of core, which takes longer to load than a plain line to read.
function attempted(work: () => unknown): unknown {
  try {
    return work();
  } catch {
    return undefined;
  }
}

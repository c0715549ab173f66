import { type CommandName, isCommandName } from "../../options/command-names.js";
import type { OptionRow } from "../../options/option-row.js";
import { isSwitch, optionsNamed } from "../../options/option-table.js";

/** A whole word that can be offered, with what it means. */
export interface Candidate {
  word: string;
  meaning?: string;
}

/** A command line that is not complete, as far as it was understood. */
export interface CommandLine {
  /** The command that it is for, once that is sure; what begins with an option is an export. */
  command?: CommandName | "help";
  /** The words before the one that is completed, without an option that waits for its value. */
  before: string[];
  /** The options that were given. */
  given: ReadonlySet<OptionRow>;
  /** The option of which the value is completed. */
  option?: OptionRow;
  /** The text before the value in the word that is completed: "--detail=". */
  prefix: string;
  /** The number of words that are neither options nor values. */
  argumentCount: number;
  /** The text that is completed, without the prefix. */
  current: string;
}

/** Understands the words up to the cursor; the last one is being completed. */
export function readCommandLine(words: readonly string[]): CommandLine {
  const before = words.slice(0, -1);
  const typed = words.at(-1) ?? "";
  const [first = ""] = before;
  const named = first === "help" || isCommandName(first) ? first : undefined;
  const command = first.startsWith("-") ? "export" : named;
  const given = new Set<OptionRow>();
  let argumentCount = 0;
  let waiting: OptionRow | undefined;
  for (const word of command === first ? before.slice(1) : before) {
    const row = waiting ? undefined : optionIn(word, command);
    if (row) given.add(row);
    else if (!waiting && !word.startsWith("-")) argumentCount += 1;
    waiting = row && !isSwitch(row) && !word.includes("=") ? row : undefined;
  }
  if (waiting) before.pop();

  const [prefix = ""] = waiting ? [] : (/^--[a-z-]+=/.exec(typed) ?? []);
  const option = waiting ?? (prefix === "" ? undefined : optionIn(typed, command));
  const current = typed.slice(prefix.length);
  return {
    ...(command && { command }),
    ...(option && { option }),
    ...{ before, given, prefix, argumentCount, current },
  };
}

function optionIn(word: string, command: string | undefined): OptionRow | undefined {
  const [flag = ""] = word.split("=");
  const options = optionsNamed(flag);
  return options.find(({ commands }) => commands.some((name) => name === command)) ?? options[0];
}

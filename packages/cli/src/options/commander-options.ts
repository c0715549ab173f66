import { Option } from "commander";
import { usageError } from "../terminal/cli-error.js";
import {
  type CommandName,
  isSwitch,
  longFlag,
  type OptionRow,
  optionGroups,
  optionRows,
} from "./option-table.js";
import { eachWord, oneOf } from "./parse-words.js";

/** The options that a command takes, in the order of its help, and after them their opposites. */
export function optionsOf(command: CommandName): Option[] {
  const isOwn = ({ commands }: OptionRow) => commands.includes(command);
  const shown = Object.entries(optionGroups).flatMap(([group, rows]) =>
    Object.values(rows)
      .filter(isOwn)
      .map((row) => toOption(row, command).helpGroup(`${group}:`)),
  );
  return [...shown, ...optionRows.filter(isOwn).filter(isSwitch).map(oppositeOf)];
}

function toOption(
  { flags, description, meanings, repeatable, initial, values, ...row }: OptionRow,
  command: CommandName,
): Option {
  const option = new Option(flags, meanings?.[command] ?? description);
  const flag = `--${option.name()}`;
  const one = values && oneOf(flag, values);
  const parse = row.parse ?? (repeatable && one ? (word: string) => eachWord(word).map(one) : one);
  const valueIn = (word: string) => {
    // A variable of the shell that is not set leaves nothing, which is not meant as an option.
    if (word === "") throw usageError(`${flag} is empty: give it a value, or leave it out.`);
    return parse ? parse(word) : word;
  };
  const { initialFor = [command] } = row;
  if (initial !== undefined && initialFor.includes(command)) option.default(initial, initial);
  if (repeatable) {
    // As help shows it; in the constructor, commander would take it for something else.
    option.flags = `${flags}...`;
    option.argParser((word, earlier: unknown[] = []) => earlier.concat(valueIn(word)));
  } else if (flags.includes("<")) {
    option.argParser(valueIn);
  }
  return option;
}

/** What takes a switch back that stands in a file of options: `--redact`, `--no-quiet`. */
function oppositeOf(row: OptionRow): Option {
  const flag = longFlag(row);
  const opposite = flag.startsWith("--no-") ? flag.replace("--no-", "--") : `--no-${flag.slice(2)}`;
  return new Option(opposite).hideHelp();
}

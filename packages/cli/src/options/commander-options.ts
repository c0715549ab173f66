import { Option } from "commander";
import type { CommandName } from "./command-names.js";
import type { OptionRow } from "./option-row.js";
import { isForFiles, isSwitch, longFlag, optionGroups, optionTable } from "./option-table.js";
import { initialValue, valueReader } from "./option-value.js";

/** The options that a command takes, in the order of its help, and after them their opposites. */
export function optionsOf(command: CommandName): Option[] {
  const isOwn = ({ commands }: OptionRow) => commands.includes(command);
  const rowsOf = (rows: Readonly<Record<string, OptionRow>>) =>
    Object.entries(rows).filter(([, row]) => isOwn(row));
  const shown = Object.entries(optionGroups).flatMap(([group, rows]) =>
    rowsOf(rows).map(([name, row]) => named(name, toOption(row, command).helpGroup(`${group}:`))),
  );
  const switches = rowsOf(optionTable).filter(([, row]) => isSwitch(row) && isForFiles(row));
  return [...shown, ...switches.map(([name, row]) => named(name, oppositeOf(row)))];
}

/** Gives an option its name in the table: the same flag may mean something else to another command. */
function named(name: string, option: Option): Option {
  option.attributeName = () => name;
  return option;
}

function toOption(row: OptionRow, command: CommandName): Option {
  const { flags, description, meanings, repeatable } = row;
  const option = new Option(flags, meanings?.[command] ?? description);
  const valueIn = valueReader(row);
  const initial = initialValue(row, command);
  if (initial !== undefined) option.default(initial, initial);
  if (repeatable) {
    // As help shows it; in the constructor, commander would take it for something else.
    option.flags = `${flags}...`;
    option.argParser((word, earlier: unknown[] = []) => earlier.concat(valueIn(word)));
  } else if (flags.includes("<")) {
    option.argParser(valueIn);
  }
  return option;
}

/** The option that takes back a switch of a file of options: `--redact`, `--no-quiet`. */
function oppositeOf(row: OptionRow): Option {
  const flag = longFlag(row);
  const opposite = flag.startsWith("--no-") ? flag.replace("--no-", "--") : `--no-${flag.slice(2)}`;
  return new Option(opposite).hideHelp();
}

import { usageError } from "../terminal/cli-error.js";
import type { OptionRow } from "./option-row.js";
import { longFlag } from "./option-table.js";
import { eachWord, oneOf } from "./parse-words.js";
import { withHome } from "./with-home.js";

/** Turns the word that was typed for an option into its value; throws a usage error for one that it does not take. */
export function valueReader(row: OptionRow): (word: string) => unknown {
  const flag = longFlag(row);
  const one = row.values && oneOf(flag, row.values);
  const each = row.repeatable && one ? (word: string) => eachWord(word).map(one) : one;
  const parse = row.parse ?? (isPath(row) ? withHome : each);
  return (word) => {
    // A variable of the shell that is not set leaves nothing, which is not meant as an option.
    if (word === "") throw usageError(`${flag} is empty: give it a value, or leave it out.`);
    return parse ? parse(word) : word;
  };
}

/**
 * True when an option names something on the disk; a shell leaves `~` alone behind `=`, a file of options
 * has none.
 */
function isPath({ takes }: OptionRow): boolean {
  return takes === "file" || takes === "folder" || takes === "place";
}

/** The value that an option has for a command when nobody gives one. */
export function initialValue(
  { initial, initialFor }: OptionRow,
  command: string,
): string | undefined {
  return initialFor === undefined || initialFor.some((name) => name === command)
    ? initial
    : undefined;
}

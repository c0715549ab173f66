import type { CommanderError } from "commander";
import { closestMatch } from "leven";
import { commands } from "./commands.js";
import { type CommandName, isCommandName } from "./options/command-names.js";
import { optionsOf } from "./options/commander-options.js";
import { optionsNamed } from "./options/option-table.js";
import { usageError } from "./terminal/cli-error.js";

/** The complaint of the parser of the command line, in the words of this program. */
export function parseErrorText(
  { code, message }: CommanderError,
  words: readonly string[],
): string {
  const [first = ""] = words;
  const name = isCommandName(first) ? first : "export";
  const more = `chatexport ${name} --help`;
  const [, word = ""] = /'(.*?)'/.exec(message) ?? [];
  switch (code) {
    case "commander.unknownOption": {
      const late = lateCommand(words);
      const takers = commandsTaking(word);
      const [flag = "", value] = word.split("=");
      if (value !== undefined && commandsTaking(flag).includes(name))
        return `${flag} takes no value; see ${more}.`;
      if (late !== undefined && takers.includes(late)) return comesFirst(late);
      const [taker] = takers;
      if (taker !== undefined && takers.length === 1)
        return `${name} has no ${word}, an option of ${taker}; ${more} shows its options.`;
      if (takers.length > 0) return `${name} has no ${word}; ${more} shows its options.`;
      return `${unknownOption(word, name)}; ${more} shows all.`;
    }
    case "commander.optionMissingArgument":
      return `${word.replace(/^-\w, /, "")} needs a value; see ${more}.`;
    case "commander.missingArgument": {
      const argument = commands[name].takes?.find((one) => one.name.includes(word));
      return `${name} needs ${argument?.name}: ${argument?.description}; see ${more}.`;
    }
    default:
      return message.replace(/^error: /, "");
  }
}

/** Throws a usage error where both were typed; what is typed may contradict a file of options. */
export function refuseContradiction({
  quiet,
  verbose,
}: {
  quiet?: unknown;
  verbose?: unknown;
}): void {
  if (quiet && verbose) throw usageError("--quiet and --verbose contradict each other.");
}

/** The error about a command that follows its options. */
export function comesFirst(command: string): string {
  return `the command comes first: chatexport ${command} …`;
}

/** A command that follows options; without one before them, they are those of the default. */
function lateCommand([first = "", ...others]: readonly string[]): CommandName | undefined {
  if (!first.startsWith("-")) return undefined;
  return others.find(isCommandName);
}

/** Flags that other programs have for what an option does. */
const synonyms = new Map([
  ["--format", "--to"],
  ["--output", "--out"],
  ["-v", "--version"],
]);

function unknownOption(flag: string, command: CommandName): string {
  const flags = ["--version", ...optionsOf(command).map(({ long }) => long ?? "")];
  const name = flag.replace(/^-+/, "");
  const known = flags.find((one) => one === synonyms.get(flag));
  const nearest = known ?? closestMatch(flag, flags, { maxDistance: Math.ceil(name.length / 3) });
  return `unknown option '${flag}'${nearest === undefined ? "" : ` (did you mean '${nearest}'?)`}`;
}

function commandsTaking(flag: string): readonly CommandName[] {
  return optionsNamed(flag).flatMap(({ commands }) => commands);
}

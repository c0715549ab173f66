import { builtInOf, builtIns } from "./built-in.js";
import { commandNames } from "./options/command-names.js";
import { type CliError, nearestWord, usageError } from "./terminal/cli-error.js";

/** Words that other programs have for what a command does. */
const synonyms = new Map([
  ["cat", "show"],
  ["grep", "search"],
  ["mv", "move"],
  ["read", "show"],
  ["remove", "delete"],
  ["resume", "continue"],
  ["rm", "delete"],
  ["version", "--version"],
  ["view", "show"],
]);

/** A usage error about a word in the place of a command that is no command; it names what was meant. */
export function unknownCommand(word: string): CliError {
  const meant =
    synonyms.get(word) ??
    optionMeant(word) ??
    (isId(word) ? `show ${word}` : nearestWord(word, commandNames));
  return usageError(
    meant === undefined
      ? `unknown command '${word}'; chatexport -h lists all.`
      : `unknown command '${word}' (did you mean '${meant}'?).`,
  );
}

/** A usage error about a word behind a command that takes options only. */
export function unexpectedWord(word: string, command: string): CliError {
  const meant = optionMeant(word) ?? (isId(word) ? `--session ${word}` : undefined);
  const hint = meant === undefined ? "" : ` (did you mean '${meant}'?)`;
  return usageError(`unexpected '${word}': ${command} takes options only${hint}.`);
}

/** The option that a source, a sink or a path is the value of. */
function optionMeant(word: string): string | undefined {
  if (builtInOf(word, builtIns.source)) return `--from ${word}`;
  if (builtInOf(word, builtIns.sink)) return `--to ${word}`;
  return /[\\/]/.test(word) ? `--root ${word}` : undefined;
}

function isId(word: string): boolean {
  return word === "latest" || /^[\da-f]{8}/i.test(word);
}

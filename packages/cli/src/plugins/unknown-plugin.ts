import { type CliError, unknownWord, usageError } from "../cli-error.js";
import { builtInOf, builtIns } from "./built-in.js";
import { installLine } from "./install-line.js";
import { installedPlugins } from "./installed.js";
import { isPathWithoutDot, lookUp } from "./look-up.js";
import {
  flagOf,
  type NamedKind,
  otherKind,
  packagesFor,
  packageToInstall,
  wordFor,
} from "./package-names.js";

/** A usage error about a word that means no plugin: what was tried, and what could be meant. */
export function unknownPlugin(kind: NamedKind, word: string): CliError {
  const other = otherKind[kind];
  if (isOfKind(other, word))
    return usageError(`'${word}' is a ${other}, not a ${kind}: ${flagOf[other]} takes it.`);
  const installed = installedPlugins(kind).map((found) => found.word);
  const words = [...Object.keys(builtIns[kind]), ...installed];
  const sentence = unknownWord(kind, word, words).message;
  if (isPathWithoutDot(word))
    return usageError(
      `${sentence} There is a file or folder of that name: ${flagOf[kind]} ./${word} takes it.`,
    );
  const missing = packageToInstall(kind, word);
  if (missing === undefined) return usageError(sentence);
  const tried = packagesFor(kind, word).join(" and ");
  return usageError(
    `${sentence} Not installed: ${tried}. If there is such a plugin, ${installLine(missing)} installs it.`,
  );
}

function isOfKind(kind: NamedKind, word: string): boolean {
  const isNamedSo = wordFor(kind, word) !== undefined;
  return (
    isNamedSo || builtInOf(word, builtIns[kind]) !== undefined || lookUp(kind, word) !== undefined
  );
}

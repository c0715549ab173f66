import { builtInOf, builtIns } from "../../built-in.js";
import {
  type CliError,
  nearestWord,
  noPdf,
  unknownWord,
  usageError,
} from "../../terminal/cli-error.js";
import { installedPlugins, isPathWithoutDot, lookUp } from "./find-plugin.js";
import { type NamedKind, packagesFor, wordFor } from "./plugin-names.js";
import { flagOf, otherKind } from "./plugin-package.js";

/** A usage error about a word that means no plugin: what was tried, and what could be meant. */
export function unknownPlugin(kind: NamedKind, word: string): CliError {
  const other = otherKind[kind];
  const isOther =
    wordFor(other, word) !== undefined ||
    builtInOf(word, builtIns[other]) !== undefined ||
    lookUp(other, word) !== undefined;
  if (isOther) return usageError(`'${word}' is a ${other}, not a ${kind}: use ${flagOf[other]}.`);
  if (word === "all" && kind === "source")
    return usageError(`Without ${flagOf.source}, chatexport reads all sources.`);
  if (word.toLowerCase() === "pdf") return noPdf("--to pdf");
  const installed = installedPlugins(kind).map((found) => found.word);
  const words = [...Object.keys(builtIns[kind]), ...installed];
  const unknown = unknownWord(kind, word, words);
  const sentence = unknown.message;
  if (isPathWithoutDot(word))
    return usageError(
      `${sentence} For the file or folder of that name, write ${flagOf[kind]} ./${word}.`,
    );
  const tried = packagesFor(kind, word).join(" and ");
  // To install a package that has the mistyped name would be worse than an error.
  if (tried === "" || nearestWord(word, words) !== undefined) return unknown;
  return usageError(`${sentence} Not installed: ${tried}; docs/plugins.md shows how plugins are.`);
}

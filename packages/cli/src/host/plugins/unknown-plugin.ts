import { sep } from "node:path";
import { type NamedKind, packagesFor, packageToInstall, wordFor } from "@chatexport/core/host";
import { isInside } from "@chatexport/core/read";
import { builtInOf, builtIns } from "../../built-in.js";
import { type CliError, nearestWord, unknownWord, usageError } from "../../terminal/cli-error.js";
import { installedPlugins, isPathWithoutDot, lookUp, programFolders } from "./find-plugin.js";
import { flagOf, otherKind } from "./plugin-package.js";

/** A usage error about a word that means no plugin: what was tried, and what could be meant. */
export function unknownPlugin(kind: NamedKind, word: string): CliError {
  const other = otherKind[kind];
  const isOther =
    wordFor(other, word) !== undefined ||
    builtInOf(word, builtIns[other]) !== undefined ||
    lookUp(other, word) !== undefined;
  if (isOther) return usageError(`'${word}' is a ${other}, not a ${kind}: use ${flagOf[other]}.`);
  const installed = installedPlugins(kind).map((found) => found.word);
  const words = [...Object.keys(builtIns[kind]), ...installed];
  const unknown = unknownWord(kind, word, words);
  const sentence = unknown.message;
  if (isPathWithoutDot(word))
    return usageError(
      `${sentence} For the file or folder of that name, write ${flagOf[kind]} ./${word}.`,
    );
  const missing = packageToInstall(kind, word);
  // A user who has mistyped a name must not install a package that has the mistyped one.
  if (missing === undefined || nearestWord(word, words) !== undefined) return unknown;
  const tried = packagesFor(kind, word).join(" and ");
  return usageError(
    `${sentence} Not installed: ${tried}. If there is such a plugin, ${installLine(missing)} installs it.`,
  );
}

/** The command that installs a package where this program, as it was started, finds it. */
export function installLine(name: string): string {
  const places = programFolders();
  for (const [place, line] of installers)
    if (places.some((folder) => place.test(folder.split(sep).join("/")))) return line(name);
  const folders = (places.at(-1) ?? "").split(sep);
  const project = folders.slice(0, folders.indexOf("node_modules")).join(sep);
  const isGlobal = folders.includes("node_modules") && !isInside(process.cwd(), project);
  return isGlobal ? `npm i -g ${name}` : `npm i ${name}`;
}

/** Where other commands than `npm install` put programs, and how they put a package beside one. */
const installers: [place: RegExp, line: (name: string) => string][] = [
  [/\/_npx\//, (name) => `npx -p chatexport -p ${name} chatexport …`],
  [
    /\/pnpm(?:-cache)?\/dlx\//,
    (name) => `pnpm --package=chatexport --package=${name} dlx chatexport …`,
  ],
  [/\/global\/\d+\//, (name) => `pnpm add -g ${name}`],
  // Since version 11, pnpm keeps global packages apart unless commas join them.
  [/\/global\/v\d+\//, (name) => `pnpm add -g chatexport,${name}`],
];

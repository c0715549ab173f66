import {
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { basename, dirname, isAbsolute, join, parse, resolve, win32 } from "node:path";
import { fileURLToPath } from "node:url";
import { slug } from "@chatexport/archive/names";
import { defined, messageOf, safeLine, safeName } from "@chatexport/core";
import { attempt, objectOf, textOf } from "@chatexport/core/read";
import { builtInOf, builtIns, usedByCommands } from "../../built-in.js";
import { withHome } from "../../options/with-home.js";
import { CliError, usageError } from "../../terminal/cli-error.js";
import { packageFile } from "../files/package-file.js";
import { shortPath } from "../files/paths.js";
import { type NamedKind, packagesFor, pluginName, wordFor } from "./plugin-names.js";
import { flagOf } from "./plugin-package.js";

/** A plugin that does not come with the program, as far as that is known without running it. */
export interface FoundPlugin {
  kind: NamedKind;
  /** As the user calls it in `--from` or `--to`. */
  word: string;
  /** As settings, archives and the plugin itself call it. */
  name: string;
  /** Its folder, or the module itself. */
  path: string;
  /** The word is its path: it may be a plugin that somebody is working on. */
  isAtPath?: true;
  /** The name of its package; absent for a module that is in no such package. */
  package?: string;
  description?: string;
  version?: string;
  /** The version of Node that its package asks for, as it is written there: ">=22". */
  node?: string;
}

/**
 * Finds the plugin that a word means, without running anything: a path, else a package that is
 * installed. Undefined where there is none; throws for a path to nothing and for a name that cannot be one.
 */
export function lookUp(kind: NamedKind, word: string): FoundPlugin | undefined {
  const path = pathIn(word, process.cwd());
  if (path !== undefined)
    return withSafeName({
      ...(isFolder(path) ? inFolder(kind, word, path) : inFile(kind, word, path)),
      isAtPath: true,
    });
  const names = packagesFor(kind, word);
  const places = moduleFolders().flatMap((folder) => names.map((name) => join(folder, name)));
  const own = places.find(isFolder);
  return own === undefined ? undefined : withSafeName(inFolder(kind, word, own));
}

/** True when something lies at a path that is written as if it were a name. */
export function isPathWithoutDot(word: string): boolean {
  return /[\\/.]/.test(word) && statOf(word) !== undefined;
}

/** The path that a word is, from a folder; undefined for a name. */
export function pathIn(word: string, folder: string): string | undefined {
  if (word.startsWith("file:")) {
    try {
      return fileURLToPath(word);
    } catch (cause) {
      throw usageError(`'${word}' is no address of a file: ${messageOf(cause)}.`);
    }
  }
  // Also elsewhere it is better to say that there is no `C:\plugin` than to look for such a package.
  const isOfWindows = /^[a-z]:/i.test(word) && win32.isAbsolute(word);
  const isPath = /^(?:\.{1,2}|~)(?:$|[\\/])/.test(word) || isAbsolute(word) || isOfWindows;
  return isPath ? resolve(folder, withHome(word)) : undefined;
}

function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() ?? false;
}

/** True when a file lies at a path. */
export function isFile(path: string): boolean {
  return statOf(path)?.isFile() ?? false;
}

/** The file or folder at a path; undefined, too, where it may not be looked at. */
function statOf(path: string): Stats | undefined {
  return attempt(() => statSync(path));
}

function inFolder(kind: NamedKind, word: string, path: string): FoundPlugin {
  const facts = packageFacts(path);
  return { kind, word, name: pluginName(kind, facts.package ?? basename(path)), path, ...facts };
}

function inFile(kind: NamedKind, word: string, path: string): FoundPlugin {
  // Reading a device or a pipe may never end.
  if (!isFile(path)) throw usageError(`${flagOf[kind]} ${safeLine(word)}: no such file or folder.`);
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const facts = packageFacts(folder);
    // A file in the folder of a program that is no plugin has a name of its own.
    if (facts.package !== undefined && wordFor(kind, facts.package) !== undefined)
      return { kind, word, name: pluginName(kind, facts.package), path, ...facts };
    if (facts.package !== undefined || dirname(folder) === folder) break;
  }
  const { name, dir } = parse(path);
  return { kind, word, name: pluginName(kind, name === "index" ? basename(dir) : name), path };
}

/** The fields of a folder's `package.json`; none where there is no such file. */
export function manifestOf(folder: string): Readonly<Record<string, unknown>> {
  const path = join(folder, "package.json");
  // A link to nothing is something.
  if (!attempt(() => lstatSync(path))) return {};
  try {
    // Reading a pipe may never end.
    if (!statSync(path).isFile()) throw new TypeError("it is not a file");
    return objectOf(JSON.parse(readFileSync(path, "utf8"))) ?? {};
  } catch (cause) {
    throw new CliError(1, `${shortPath(path)} cannot be read: ${messageOf(cause)}.`, cause);
  }
}

function packageFacts(folder: string) {
  const { name, description, version, engines } = manifestOf(folder);
  return defined({
    package: textOf(name),
    description: textOf(description),
    version: textOf(version),
    node: textOf(objectOf(engines)?.node),
  });
}

/** Archives have a folder with the name, and `--option` has it before a dot. */
function withSafeName(found: FoundPlugin): FoundPlugin {
  const { kind, word, name } = found;
  const safe = safeName(slug(name));
  if (name === safe) return found;
  const hint = safe === "" ? "" : `, as in '${safe}'`;
  throw new CliError(
    1,
    `${safeLine(word)}: a ${kind} cannot be called '${name}': lower-case letters, digits and single hyphens make a name that is safe as that of a folder${hint}.`,
  );
}

const program = packageFile("bin/chatexport.js");

/** The `node_modules` folders for the working directory, then those for the program. */
function moduleFolders(): string[] {
  return [...new Set([process.cwd(), ...programFolders()].flatMap(foldersAbove))];
}

/**
 * The folders in which the program lies: as it was started, then where links lead. A package that is
 * linked into a folder of global packages has its plugins there, and not where it really is.
 */
export function programFolders(): string[] {
  return [...startedAs(), program].map(dirname);
}

/** The path with which the program was started, and what it leads to as a link. */
function startedAs(): string[] {
  const paths: string[] = [];
  try {
    let path = process.argv[1] ?? "";
    if (realpathSync(path) !== realpathSync(program)) return [];
    for (;;) {
      paths.push(path);
      if (!lstatSync(path).isSymbolicLink()) return paths;
      path = resolve(dirname(path), readlinkSync(path));
    }
  } catch {
    // Run as a library, the program was started as something else.
    return paths;
  }
}

function foldersAbove(folder: string): string[] {
  const own = basename(folder) === "node_modules" ? folder : join(folder, "node_modules");
  const parent = dirname(folder);
  return parent === folder ? [own] : [own, ...foldersAbove(parent)];
}

/** The installed plugins whose packages have the usual names, sorted by word; nothing is run. */
export function installedPlugins(kind: NamedKind): FoundPlugin[] {
  const names = moduleFolders()
    .flatMap(packagesIn)
    .filter((name) => !usedByCommands.has(name));
  const words = new Set(names.flatMap((name) => wordFor(kind, name) ?? []));
  const others = [...words].filter((word) => builtInOf(word, builtIns[kind]) === undefined);
  return others.sort().flatMap((word) => {
    try {
      return lookUp(kind, word) ?? [];
    } catch (error) {
      // What cannot be used is told to those who name it.
      if (error instanceof CliError) return [];
      throw error;
    }
  });
}

function packagesIn(folder: string): string[] {
  return namesIn(folder).flatMap((name) => {
    if (name.startsWith("@")) return namesIn(join(folder, name)).map((own) => `${name}/${own}`);
    return name.startsWith("chatexport-") ? name : [];
  });
}

function namesIn(folder: string): string[] {
  // Most of the folders that there could be are not there.
  return attempt(() => readdirSync(folder)) ?? [];
}

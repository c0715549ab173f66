import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { shortHash } from "@chatexport/archive";
import { errorCode, messageOf, safeLine } from "@chatexport/core";
import { moduleResolve } from "import-meta-resolve";
import { CliError } from "../../terminal/cli-error.js";
import { shortPath } from "../files/paths.js";
import { type FoundPlugin, manifestOf } from "./find-plugin.js";
import { type PluginPackage, readPackage } from "./plugin-package.js";
import { watchExternal } from "./watch-external.js";

/** Runs the module of a plugin that the user named; throws one sentence when that fails, or it is no plugin. */
export async function importFound(found: FoundPlugin): Promise<PluginPackage> {
  const { name, word } = found;
  const path = entryOf(found);
  const module = await importModule(path, found);
  // Without a version, a hash of the module, so that a change is noticed.
  const version = found.version ?? shortHash(readFileSync(path, "utf8"));
  return readPackage({ name, label: safeLine(word), version }, module);
}

/** The facts about a plugin that are known before it runs. */
type Found = Pick<FoundPlugin, "word" | "path" | "node">;

/** Runs a module of other people; throws one sentence when that fails. */
export async function importModule(path: string, found: Found): Promise<unknown> {
  watchExternal(found.word);
  try {
    return await import(pathToFileURL(path).href);
  } catch (cause) {
    throw importFailed(found, path, cause);
  }
}

/** The module of a package, or the one that was named. */
function entryOf(found: FoundPlugin): string {
  const { path } = found;
  if (!statSync(path).isDirectory()) return path;
  const manifest = join(path, "package.json");
  const { name, exports, main } = manifestOf(path);
  try {
    // A package can import itself by its name.
    if (exports !== undefined && exports !== null && typeof name === "string")
      return fileURLToPath(moduleResolve(name, pathToFileURL(manifest)));
    return createRequire(manifest).resolve("./");
  } catch (cause) {
    if (main === undefined && exports === undefined)
      throw failed(found, "there is no index.js, and no package.json that names another module");
    const what = sentenceOf(cause).replace(/ imported from .*$/, "");
    const isMissing = /^(?:ERR_)?MODULE_NOT_FOUND$/.test(errorCode(cause) ?? "");
    throw failed(found, isMissing ? `${what}; it may have to be built first` : what, cause);
  }
}

function importFailed(found: Found, path: string, cause: unknown): CliError {
  const { node } = found;
  if (node !== undefined && isNewer(node)) {
    const own = process.versions.node;
    return failed(found, `it needs Node ${safeLine(node)}, and this is Node ${own}`, cause);
  }
  if (errorCode(cause) === "ERR_UNKNOWN_FILE_EXTENSION") {
    const what = `this Node cannot run ${shortPath(path)}; it has to be built first`;
    return failed(found, what, cause);
  }
  // Node prints the place of a syntax error and does not put it into the message.
  const syntax = cause instanceof SyntaxError ? `; node ${shortPath(path)} shows where` : undefined;
  const hint = cause instanceof Error ? "; --verbose shows where" : "";
  return failed(found, sentenceOf(cause) + (syntax ?? hint), cause);
}

function failed({ word, path }: Found, what: string, cause?: unknown): CliError {
  const place = basename(word) === basename(path) ? "" : ` (${shortPath(path)})`;
  return new CliError(1, `${safeLine(word)}${place} cannot be loaded: ${what}.`, cause);
}

function sentenceOf(cause: unknown): string {
  return safeLine(messageOf(cause).split("\n")[0] ?? "").replace(/\.$/, "");
}

/** True when a package asks for at least a version of Node that is newer than this one. */
function isNewer(range: string): boolean {
  const [, ...wanted] = /^\s*>=\s*v?(\d+)(?:\.(\d+))?(?:\.(\d+))?\s*$/.exec(range) ?? [];
  const own = process.versions.node.split(".").map(Number);
  const [at, version] =
    [...wanted.entries()].find(([at, one]) => Number(one ?? 0) !== own[at]) ?? [];
  return at !== undefined && Number(version ?? 0) > (own[at] ?? 0);
}

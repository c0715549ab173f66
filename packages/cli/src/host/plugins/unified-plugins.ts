import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { shortHash } from "@chatexport/archive";
import { messageOf, safeLine } from "@chatexport/core";
import { addToList, objectOf, textOf } from "@chatexport/core/read";
import { moduleResolve } from "import-meta-resolve";
import type { PluginSetting } from "../../options/parse-words.js";
import { CliError, usageError } from "../../terminal/cli-error.js";
import { isFile, manifestOf, pathIn, programFolders } from "./find-plugin.js";
import { importModule } from "./import-plugin.js";
import type { UnifiedPlugins } from "./plugin-package.js";

/** Imports the plugins of unified that settings name; throws where there are none. */
export async function unifiedPlugins(settings: readonly PluginSetting[]): Promise<UnifiedPlugins> {
  const functions = new Map<string, unknown[]>();
  const names = new Map<string, unknown[]>();
  for (const setting of settings) {
    const { key, value, options } = setting;
    const path = pathOf(setting);
    const given = options ? [options] : [];
    addToList(functions, key, [named(await importPlugin(path, setting), setting), ...given]);
    addToList(names, key, [value, versionOf(value, path), ...given]);
  }
  return { functions: Object.fromEntries(functions), names: Object.fromEntries(names) };
}

/**
 * The module that a setting names: a file from the folder of its file of options, or a package from
 * there or beside this program.
 */
function pathOf(setting: PluginSetting): string {
  const { value, file = "options" } = setting;
  const own = resolve(file);
  const path = pathIn(value, dirname(own));
  if (path !== undefined) {
    if (isFile(path)) return path;
    throw usageError(`${placeOf(setting)}: there is no file ${safeLine(value)}.`);
  }
  for (const place of [own, ...programFolders().map((folder) => join(folder, "program"))])
    try {
      return fileURLToPath(moduleResolve(value, pathToFileURL(place)));
    } catch {
      // It may lie in the next place.
    }
  throw usageError(
    `${placeOf(setting)}: '${safeLine(value)}' is installed neither here nor beside chatexport.`,
  );
}

function placeOf({ plugin, key, file }: PluginSetting): string {
  return file === undefined
    ? `--option ${plugin}.${key}`
    : `${safeLine(file)}: option.${plugin}.${key}`;
}

/** "@acme/remark" of "@acme/remark/links.js". */
function packageIn(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

/** The version of its package; for a file of the user's own, a hash of its content. */
function versionOf(specifier: string, path: string): string {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    const { name, version } = manifestOf(folder);
    if (name === packageIn(specifier) && textOf(version)) return String(version);
  }
  return shortHash(readFileSync(path, "utf8"));
}

type Plugin = (this: unknown, ...options: unknown[]) => unknown;
type Transformer = (tree: unknown, file: unknown, next?: Done) => unknown;
type Done = (error?: unknown, tree?: unknown) => void;

async function importPlugin(path: string, setting: PluginSetting): Promise<Plugin> {
  const { value } = setting;
  const plugin = objectOf(await importModule(path, { word: value, path }))?.default;
  if (typeof plugin === "function") return plugin as Plugin;
  throw new CliError(
    1,
    `${placeOf(setting)}: ${safeLine(value)} is not a plugin of unified: its default export is not a function.`,
  );
}

/** The same plugin; what it throws says whose fault it is. */
function named(plugin: Plugin, setting: PluginSetting): Plugin {
  const failure = (cause: unknown) =>
    new Error(
      `the plugin ${safeLine(setting.value)} failed: ${safeLine(messageOf(cause))}; correct it, or take it out of ${setting.key}`,
      { cause },
    );
  return function (...options) {
    let transform: unknown;
    try {
      transform = plugin.apply(this, options);
    } catch (cause) {
      throw failure(cause);
    }
    return typeof transform === "function"
      ? (tree: unknown, file: unknown) =>
          transformed(transform as Transformer, tree, file).catch((cause: unknown) => {
            throw failure(cause);
          })
      : transform;
  };
}

/** The tree that a transformer gives, which may return an error, or call back when it is done. */
async function transformed(transform: Transformer, tree: unknown, file: unknown): Promise<unknown> {
  const result =
    transform.length < 3
      ? await transform(tree, file)
      : await new Promise((resolve, reject) => {
          transform(tree, file, (error, next) => (error ? reject(error) : resolve(next)));
        });
  if (result instanceof Error) throw result;
  return result;
}

import {
  apiVersion,
  messageOf,
  type PluginOptions,
  type Sink,
  type Source,
} from "@chatexport/core";
import type { Ingredient } from "../archive/recipe.js";
import { CliError, unknownWord, usageError } from "../cli-error.js";
import { isRecord } from "../is-record.js";
import type { PluginSetting } from "../options.js";
import { clean } from "../terminal/clean.js";

/** The package of a plugin, imported. */
export interface PluginPackage {
  /** As the user calls it. */
  name: string;
  version: string;
  /** What it says about its options. */
  options: PluginOptions;
  create(options: Record<string, unknown>): unknown;
}

/** A plugin, ready for use, with what its documents depend on. */
export interface Made<Plugin> extends Ingredient {
  plugin: Plugin;
  /** Of a source: the options that are set and do nothing but add sessions to its list. */
  adding?: string[];
}

/** Values of options by name that are for every plugin that describes such an option. */
export type Shorthands = Readonly<Record<string, string>>;

/** Checks what `import()` of a plugin package gave; throws when it is no plugin. */
export function readPackage(name: string, version: string, module: unknown): PluginPackage {
  if (!isPluginModule(module)) {
    throw new CliError(1, `${name} is not a plugin: its default export is not a function.`);
  }
  return { name, version, options: module.options ?? {}, create: module.default };
}

/**
 * Makes a source; `places` are the options that every source takes. Of the shorthands it gets those
 * that it describes, and its own settings win.
 */
export function createSource(
  plugin: PluginPackage,
  settings: readonly PluginSetting[],
  places: Readonly<Record<string, unknown>>,
  shorthands: Shorthands,
): Made<Source> {
  const values = valuesFor(plugin, [...understood(plugin, shorthands), ...settings]);
  const source = create(plugin, { ...values, ...places });
  if (!isSource(source)) throw new CliError(1, `${plugin.name} is not a source.`);
  const isAdding = (name: string) => plugin.options[name]?.adds === true;
  return {
    plugin: source,
    name: source.name,
    version: plugin.version,
    // Documents depend on the others alone.
    options: Object.fromEntries(Object.entries(values).filter(([name]) => !isAdding(name))),
    adding: Object.keys(values).filter((name) => isAdding(name) && values[name] === true),
  };
}

/** Makes a sink; of the shorthands it gets those that it describes, and its own settings win. */
export function createSink(
  plugin: PluginPackage,
  settings: readonly PluginSetting[],
  shorthands: Shorthands,
): Made<Sink> {
  const options = valuesFor(plugin, [...understood(plugin, shorthands), ...settings]);
  const sink = create(plugin, options);
  if (!isSink(sink)) throw new CliError(1, `${plugin.name} is not a sink.`);
  return { plugin: sink, name: sink.name, version: plugin.version, options };
}

function understood(plugin: PluginPackage, shorthands: Shorthands): PluginSetting[] {
  return Object.entries(shorthands)
    .filter(([key]) => Object.hasOwn(plugin.options, key))
    .map(([key, value]) => ({ plugin: plugin.name, key, value }));
}

function create(plugin: PluginPackage, options: Record<string, unknown>): unknown {
  let made: unknown;
  try {
    made = plugin.create(options);
  } catch (cause) {
    throw usageError(`${plugin.name}: ${messageOf(cause)}`);
  }
  const version = isRecord(made) ? made.apiVersion : undefined;
  if (version !== apiVersion) {
    throw new CliError(
      1,
      `${plugin.name} has version ${version} of the plugin interface and this chatexport has ${apiVersion}; install versions that fit each other.`,
    );
  }
  return made;
}

/** The values of a plugin's settings, checked against what it says about its options. */
export function valuesFor(
  { name, options }: Pick<PluginPackage, "name" | "options">,
  settings: readonly PluginSetting[],
): Record<string, unknown> {
  const values = new Map<string, string | boolean | string[]>();
  const given = settings.filter(({ plugin }) => plugin === name);
  for (const { key, value, file } of given) {
    const option = Object.hasOwn(options, key) ? options[key] : undefined;
    if (!option) throw unknownWord(`${name} option`, key, Object.keys(options));
    const allowed = option.type === "boolean" ? ["true", "false"] : option.values;
    if (allowed && !allowed.includes(value))
      throw unknownWord(`value of ${name}.${key}`, value, allowed);
    const isListed = given.filter((one) => one.key === key && one.file === file).length > 1;
    if (isListed && file !== undefined && !option.multiple)
      throw usageError(`${clean(file)}: option.${name}.${key} takes one value.`);
    const earlier = values.get(key);
    if (option.type === "boolean") values.set(key, value === "true");
    else if (option.multiple)
      values.set(key, Array.isArray(earlier) ? [...earlier, value] : [value]);
    else values.set(key, value);
  }
  return Object.fromEntries(values);
}

function isPluginModule(
  value: unknown,
): value is { default: PluginPackage["create"]; options?: PluginOptions } {
  return (
    isRecord(value) &&
    typeof value.default === "function" &&
    (value.options === undefined || isRecord(value.options))
  );
}

function isSource(value: unknown): value is Source {
  return (
    isRecord(value) && ["stores", "list", "load"].every((name) => typeof value[name] === "function")
  );
}

function isSink(value: unknown): value is Sink {
  return isRecord(value) && typeof value.render === "function" && value.keeps instanceof Set;
}

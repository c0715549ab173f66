import type { FingerprintInput } from "@chatexport/archive";
import {
  apiVersion,
  type Dataset,
  messageOf,
  type PluginOptions,
  type Sink,
  type Source,
  safeLine,
} from "@chatexport/core";
import { objectOf } from "@chatexport/core/read";
import type { BuiltIn } from "../../built-in.js";
import type { PluginSetting } from "../../options/parse-words.js";
import { CliError, unknownWord, usageError } from "../../terminal/cli-error.js";
import { version } from "../files/package-file.js";
import { kindOfPlugin, optionsFault, sinkFault, sourceFault } from "./plugin-faults.js";
import type { NamedKind } from "./plugin-names.js";

/** The option that names plugins of a kind. */
export const flagOf: Readonly<Record<NamedKind, string>> = { source: "--from", sink: "--to" };

/** The other kind. */
export const otherKind: Readonly<Record<NamedKind, NamedKind>> = { source: "sink", sink: "source" };

type Fields = Readonly<Record<string, unknown>>;

/** The package of a plugin, imported. */
export interface PluginPackage {
  /** As settings and archives call it. */
  name: string;
  /** As the user called it: `./my-source`. */
  label: string;
  version: string;
  /** The options as it describes them. */
  options: PluginOptions;
  create(options: Record<string, unknown>): unknown;
}

/** A plugin, ready for use, with what its documents depend on. */
export interface Made<Plugin> extends FingerprintInput {
  plugin: Plugin;
  /** Of a source: the options that are set and only add sessions to its list. */
  adding?: string[];
}

/** The plugins of unified that a sink is given, by the names of its options. */
export interface UnifiedPlugins {
  /** Each with its options, as unified takes it. */
  functions: Record<string, unknown>;
  /** Name, version and options of each: what documents depend on. */
  names: Record<string, unknown>;
}

/** Values of options by name that are for every plugin that describes such an option. */
type Shorthands = Readonly<Record<string, string>>;

/** Checks what `import()` of a plugin package gave; throws when it is no plugin. */
export function readPackage(
  identity: { name: string; label?: string; version: string },
  module: unknown,
): PluginPackage {
  const { name, label = name, version } = identity;
  const refuse = (why: string) => new CliError(1, `${label} is not a plugin: ${why}.`);
  const exported: Fields = objectOf(module) ?? {};
  const isFactory = (value: unknown) => typeof value === "function";
  // What a CommonJS module means by its default is one level deeper.
  const inner: Fields | undefined = objectOf(exported.default);
  const own = inner && isFactory(inner.default) ? inner : undefined;
  const create = (own ?? exported).default;
  if (!isFactory(create)) throw refuse("its default export is not a function");
  const options = exported.options ?? own?.options ?? {};
  let fault: string | undefined;
  try {
    fault = optionsFault(options);
  } catch (cause) {
    fault = messageOf(cause);
  }
  if (fault !== undefined) throw refuse(fault);
  return {
    name,
    label,
    version,
    options: options as PluginOptions,
    create: create as PluginPackage["create"],
  };
}

/** Makes a source; `roots` are options of every source. Its settings win over the shorthands. */
export function createSource(
  plugin: PluginPackage,
  settings: readonly PluginSetting[],
  roots: Readonly<Record<string, unknown>>,
  shorthands: Shorthands,
): Made<Source> {
  const values = valuesFor(plugin, [...understood(plugin, shorthands), ...settings]);
  // `create` has checked that it is a source.
  const source = create(plugin, "source", { ...values, ...roots }) as Source;
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

/**
 * Makes a sink or a dataset; of the shorthands it gets those that it describes, and its own settings win. Its plugins
 * of unified were imported before.
 */
export function createSink(
  plugin: PluginPackage,
  settings: readonly PluginSetting[],
  shorthands: Shorthands,
  { functions, names }: UnifiedPlugins = { functions: {}, names: {} },
): Made<Sink | Dataset> {
  const values = valuesFor(plugin, [...understood(plugin, shorthands), ...settings]);
  const sink = create(plugin, "sink", { ...values, ...functions }) as Sink | Dataset;
  // Functions have no name that lasts.
  const options = { ...values, ...names };
  return { plugin: sink, name: sink.name, version: plugin.version, options };
}

function understood(plugin: PluginPackage, shorthands: Shorthands): PluginSetting[] {
  return Object.entries(shorthands)
    .filter(([key]) => Object.hasOwn(plugin.options, key))
    .map(([key, value]) => ({ plugin: plugin.name, key, value }));
}

function create(plugin: PluginPackage, kind: NamedKind, options: Record<string, unknown>): unknown {
  let made: unknown;
  try {
    made = plugin.create(options);
  } catch (cause) {
    throw usageError(`${plugin.label}: ${messageOf(cause)}`, cause);
  }
  try {
    refuseOther(made, plugin, kind);
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    throw new CliError(1, `${plugin.label} is not a ${kind}: ${messageOf(cause)}.`, cause);
  }
  return made;
}

/** Throws when it is no plugin of the kind; it may also throw what it likes when it is looked at. */
function refuseOther(made: unknown, { name, label }: PluginPackage, kind: NamedKind): void {
  const refuse = (why: string) => new CliError(1, `${label} is not a ${kind}: ${why}.`);
  if (made instanceof Promise) throw refuse("its default export gives a promise");
  const plugin: Fields | undefined = objectOf(made);
  if (!plugin) throw refuse("its default export gives no object");
  if (plugin.apiVersion === undefined) throw refuse("it has no apiVersion");
  if (plugin.apiVersion !== apiVersion)
    throw new CliError(
      1,
      `${label} has version ${plugin.apiVersion} of the plugin interface and this chatexport has ${apiVersion}; install versions that fit each other.`,
    );
  const other = otherKind[kind];
  if (kindOfPlugin(plugin) === other)
    throw usageError(`${label} is a ${other}, not a ${kind}: use ${flagOf[other]}.`);
  const fault = kind === "source" ? sourceFault(plugin) : sinkFault(plugin);
  if (fault !== undefined) throw refuse(fault);
  // Under another name, settings and archives would not find it.
  if (plugin.name !== name)
    throw new CliError(
      1,
      `${label} has the name '${plugin.name}', which must be '${name}' like its package or file.`,
    );
}

/** The values of a plugin's settings, checked against what it says about its options. */
export function valuesFor(
  { name, options }: Pick<PluginPackage, "name" | "options">,
  settings: readonly PluginSetting[],
): Record<string, unknown> {
  const values = new Map<string, string | boolean | string[]>();
  const given = settings.filter(({ plugin }) => plugin === name);
  for (const { key, value, file, options: ofModule } of given) {
    const option = Object.hasOwn(options, key) ? options[key] : undefined;
    if (!option) throw unknownWord(`${name} option`, key, Object.keys(options));
    if (option.type === "unified") continue;
    if (ofModule)
      throw usageError(`${safeLine(file ?? "")}: option.${name}.${key} takes no options.`);
    const allowed = option.type === "boolean" ? ["true", "false"] : option.values;
    if (allowed && !allowed.includes(value))
      throw unknownWord(`value of ${name}.${key}`, value, allowed);
    const isListed = given.filter((one) => one.key === key && one.file === file).length > 1;
    if (isListed && file !== undefined && !option.multiple)
      throw usageError(`${safeLine(file)}: option.${name}.${key} takes one value.`);
    const earlier = values.get(key);
    if (option.type === "boolean") values.set(key, value === "true");
    else if (option.multiple)
      values.set(key, Array.isArray(earlier) ? [...earlier, value] : [value]);
    else values.set(key, value);
  }
  return Object.fromEntries(values);
}

/** Imports a plugin that comes with the program; throws when its package is no plugin. */
export async function importBuiltIn(name: string, { load }: BuiltIn): Promise<PluginPackage> {
  return readPackage({ name, version }, await load());
}

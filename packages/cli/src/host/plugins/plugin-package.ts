import type { FingerprintInput } from "@chatexport/archive";
import {
  apiVersion,
  messageOf,
  type PluginOptions,
  type Sink,
  type Source,
  safeLine,
} from "@chatexport/core";
import type { PluginSetting } from "../../options/parse-words.js";
import { CliError, unknownWord, usageError } from "../../terminal/cli-error.js";
import { flagOf, type NamedKind, otherKind } from "./package-names.js";

/** What identifies a plugin. */
interface PluginIdentity {
  /** As settings and archives call it. */
  name: string;
  /** As the user called it, where that is not its name: `./my-source`. */
  label?: string;
  version: string;
}

/** The package of a plugin, imported. */
export interface PluginPackage extends PluginIdentity {
  /** What it says about its options. */
  options: PluginOptions;
  create(options: Record<string, unknown>): unknown;
}

/** A plugin, ready for use, with what its documents depend on. */
export interface Made<Plugin> extends FingerprintInput {
  plugin: Plugin;
  /** Of a source: the options that are set and do nothing but add sessions to its list. */
  adding?: string[];
}

/** Values of options by name that are for every plugin that describes such an option. */
type Shorthands = Readonly<Record<string, string>>;

/** Checks what `import()` of a plugin package gave; throws when it is no plugin. */
export function readPackage(identity: PluginIdentity, module: unknown): PluginPackage {
  const { factory, options } = exportsOf(module);
  const refuse = (why: string) => new CliError(1, `${labelOf(identity)} is not a plugin: ${why}.`);
  if (!isFactory(factory)) throw refuse("its default export is not a function");
  const fault = orThrown(() => optionsFault(options));
  if (fault !== undefined) throw refuse(fault);
  return { ...identity, options: options as PluginOptions, create: factory };
}

/** The exports of a plugin; of a CommonJS module that names its default, what it means by that. */
function exportsOf(module: unknown): { factory: unknown; options: unknown } {
  const { default: own, options } = isRecord(module) ? module : {};
  const inner = isRecord(own) && isFactory(own.default) ? own : undefined;
  return { factory: inner?.default ?? own, options: options ?? inner?.options ?? {} };
}

function isFactory(value: unknown): value is PluginPackage["create"] {
  return typeof value === "function";
}

function labelOf({ name, label = name }: PluginIdentity): string {
  return label;
}

/**
 * Makes a source; `roots` are the options that every source takes. Of the shorthands it gets those
 * that it describes, and its own settings win.
 */
export function createSource(
  plugin: PluginPackage,
  settings: readonly PluginSetting[],
  roots: Readonly<Record<string, unknown>>,
  shorthands: Shorthands,
): Made<Source> {
  const values = valuesFor(plugin, [...understood(plugin, shorthands), ...settings]);
  // `create` has checked that it is a source.
  const source = create(plugin, "source", { ...values, ...roots }) as unknown as Source;
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
  const sink = create(plugin, "sink", options) as unknown as Sink;
  return { plugin: sink, name: sink.name, version: plugin.version, options };
}

function understood(plugin: PluginPackage, shorthands: Shorthands): PluginSetting[] {
  return Object.entries(shorthands)
    .filter(([key]) => Object.hasOwn(plugin.options, key))
    .map(([key, value]) => ({ plugin: plugin.name, key, value }));
}

/** What is said to be wrong, or what was thrown by that which was looked at. */
function orThrown(faultOf: () => string | undefined): string | undefined {
  try {
    return faultOf();
  } catch (cause) {
    return messageOf(cause);
  }
}

/** What the factory of a plugin makes; throws when that is no plugin of the kind. */
function create(
  plugin: PluginPackage,
  kind: NamedKind,
  options: Record<string, unknown>,
): Record<string, unknown> {
  const label = labelOf(plugin);
  let made: unknown;
  try {
    made = plugin.create(options);
  } catch (cause) {
    throw usageError(`${label}: ${messageOf(cause)}`, cause);
  }
  try {
    return checked(made, plugin, kind);
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    throw new CliError(1, `${label} is not a ${kind}: ${messageOf(cause)}.`, cause);
  }
}

function checked(made: unknown, plugin: PluginPackage, kind: NamedKind): Record<string, unknown> {
  const label = labelOf(plugin);
  const refuse = (why: string) => new CliError(1, `${label} is not a ${kind}: ${why}.`);
  if (made instanceof Promise) throw refuse("its default export gives a promise");
  if (!isRecord(made)) throw refuse("its default export gives no object");
  if (made.apiVersion === undefined) throw refuse("it has no apiVersion");
  if (made.apiVersion !== apiVersion)
    throw new CliError(
      1,
      `${label} has version ${made.apiVersion} of the plugin interface and this chatexport has ${apiVersion}; install versions that fit each other.`,
    );
  const other = otherKind[kind];
  if (kindOfPlugin(made) === other)
    throw usageError(`${label} is a ${other}, not a ${kind}: ${flagOf[other]} takes it.`);
  const fault = kind === "source" ? sourceFault(made) : sinkFault(made);
  if (fault !== undefined) throw refuse(fault);
  // Under another name, settings and archives would not find it.
  if (made.name !== plugin.name)
    throw new CliError(
      1,
      `${label} calls itself '${made.name}', and would have to be called '${plugin.name}', as its package or file is.`,
    );
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
      throw usageError(`${safeLine(file)}: option.${name}.${key} takes one value.`);
    const earlier = values.get(key);
    if (option.type === "boolean") values.set(key, value === "true");
    else if (option.multiple)
      values.set(key, Array.isArray(earlier) ? [...earlier, value] : [value]);
    else values.set(key, value);
  }
  return Object.fromEntries(values);
}

/** What is wrong with what a plugin says about its options, in a few words; undefined when nothing is. */
function optionsFault(options: unknown): string | undefined {
  if (!isRecord(options)) return "its export options is not an object";
  for (const [key, option] of Object.entries(options)) {
    const fault = optionFault(option);
    if (fault !== undefined) return `its option '${key}' has ${fault}`;
  }
  return undefined;
}

function optionFault(option: unknown): string | undefined {
  if (!isRecord(option)) return "no description";
  const { type, description, values } = option;
  if (typeof description !== "string" || description === "") return "no description";
  if (type !== "string" && type !== "boolean") return 'another type than "string" or "boolean"';
  const isListOfTexts =
    Array.isArray(values) && values.length > 0 && values.every((one) => typeof one === "string");
  if (values !== undefined && !isListOfTexts) return "values that are not a list of texts";
  return undefined;
}

/** What a source lacks, in a few words; undefined for one that is complete. */
function sourceFault(source: Readonly<Record<string, unknown>>): string | undefined {
  const missing = ["stores", "list", "load"].filter((name) => typeof source[name] !== "function");
  return missing.length === 0 ? undefined : `it has no ${missing.join(", no ")}`;
}

/** What a sink lacks, in a few words; undefined for one that is complete. */
function sinkFault(sink: Readonly<Record<string, unknown>>): string | undefined {
  const { render, keeps, extension, mediaType, layout } = sink;
  if (typeof render !== "function") return "it has no render";
  if (!(keeps instanceof Set)) return "its keeps is not a Set";
  if (typeof mediaType !== "string") return "it has no mediaType";
  // The host makes file names of it.
  if (typeof extension !== "string" || !/^[a-z\d]{1,16}(?:\.[a-z\d]{1,16})?$/.test(extension))
    return `'${extension}' cannot be the extension of a file`;
  const isLayout = layout === undefined || layout === "file" || layout === "folder";
  return isLayout ? undefined : `there is no layout '${layout}'`;
}

/** Whether it was meant as a source or as a sink, judged from what no other has. */
function kindOfPlugin(made: Readonly<Record<string, unknown>>): "source" | "sink" | undefined {
  if (typeof made.list === "function" || typeof made.load === "function") return "source";
  return typeof made.render === "function" ? "sink" : undefined;
}

/** Whether a value is an object with names for its values. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

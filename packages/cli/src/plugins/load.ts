import { resolve } from "node:path";
import { present, type Sink, type Source } from "@chatexport/core";
import { unknownWord } from "../cli-error.js";
import type { CommonOptions, ContentOptions, PluginSetting } from "../options.js";
import { standardInput } from "../paths.js";
import { type BuiltIn, type BuiltIns, builtIns, importBuiltIn } from "./built-in.js";
import { createSink, createSource, type Made, type PluginPackage } from "./package.js";

// What an export wrote is read when it is asked for; else its folder would have to be looked for.
const defaultSources = Object.keys(builtIns.source).filter((name) => name !== "jsonl");

/** The names of the sources that the user chose, or of all that have places of their own. */
export function sourceNames({ from }: Pick<CommonOptions, "from">): string[] {
  return [...new Set(from ?? defaultSources)];
}

/** The names of the sinks that the user chose, or of the one for everybody. */
export function sinkNames({ to }: Pick<ContentOptions, "to">): string[] {
  return [...new Set(to ?? ["markdown"])];
}

/** Makes the sources that the user chose. */
export async function loadSources(options: CommonOptions): Promise<Made<Source>[]> {
  const { home, root, option: settings = [] } = options;
  const places = present({
    home: home === undefined ? undefined : resolve(home),
    roots: root?.map((path) => (path === standardInput ? path : resolve(path))),
  });
  const shorthands = present({ empty: options.empty ? "true" : undefined });
  const packages = await importAll("source", sourceNames(options));
  const own = await Promise.all(
    packages.map((plugin) => settingsOf(plugin, settings, builtIns.sink)),
  );
  return packages.map((plugin, index) =>
    createSource(plugin, own[index] ?? [], places, shorthands),
  );
}

/** Whether a source that the user chose has an option. */
export async function isSourceOption(key: string, options: CommonOptions): Promise<boolean> {
  const packages = await importAll("source", sourceNames(options));
  return packages.some((plugin) => Object.hasOwn(plugin.options, key));
}

/** Makes the sinks that the user chose, and names the shorthands that none of them knows. */
export async function loadSinks(
  options: CommonOptions & ContentOptions,
): Promise<{ sinks: Made<Sink>[]; unknown: string[] }> {
  const { detail, branches, option: settings = [] } = options;
  const shorthands = present({ detail, branches });
  const packages = await importAll("sink", sinkNames(options));
  const own = await Promise.all(
    packages.map((plugin) => settingsOf(plugin, settings, builtIns.source)),
  );
  const isKnown = (key: string) => packages.some((plugin) => Object.hasOwn(plugin.options, key));
  return {
    sinks: packages.map((plugin, index) => createSink(plugin, own[index] ?? [], shorthands)),
    unknown: Object.keys(shorthands).filter((key) => !isKnown(key)),
  };
}

/** The sinks that come with the program, with their usual options. */
export async function builtInSinks(): Promise<Sink[]> {
  const packages = await importAll("sink", Object.keys(builtIns.sink));
  return packages.map((plugin) => createSink(plugin, [], {}).plugin);
}

function importAll(kind: "source" | "sink", names: readonly string[]): Promise<PluginPackage[]> {
  const table: BuiltIns = builtIns[kind];
  return Promise.all(
    names.map(async (name) => {
      const builtIn = builtInOf(name, table);
      if (!builtIn) throw unknownWord(kind, name, Object.keys(table));
      return importBuiltIn(name, builtIn);
    }),
  );
}

/** The settings without those that are for its namesake: `jsonl` is a source and a sink. */
async function settingsOf(
  { name, options }: PluginPackage,
  settings: readonly PluginSetting[],
  others: BuiltIns,
): Promise<readonly PluginSetting[]> {
  const isStrange = ({ plugin, key }: PluginSetting) =>
    plugin === name && !Object.hasOwn(options, key);
  const namesake = builtInOf(name, others);
  if (!namesake || !settings.some(isStrange)) return settings;
  const { options: known } = await importBuiltIn(name, namesake);
  return settings.filter((setting) => !isStrange(setting) || !Object.hasOwn(known, setting.key));
}

function builtInOf(name: string, table: BuiltIns): BuiltIn | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

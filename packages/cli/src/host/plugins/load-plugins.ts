import { dirname, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Dataset, defined, type Sink, type Source, safeLine } from "@chatexport/core";
import { builtIns } from "../../built-in.js";
import type { CommonOptions, ContentOptions } from "../../options/option-table.js";
import type { PluginSetting } from "../../options/parse-words.js";
import { CliError, usageError } from "../../terminal/cli-error.js";
import { kindOfPath, standardInput } from "../files/paths.js";
import { type ChosenPlugin, chosenSinks, chosenSources, type Naming } from "./choose-plugins.js";
import { isDataset } from "./plugin-faults.js";
import type { NamedKind } from "./plugin-names.js";
import {
  createSink,
  createSource,
  importBuiltIn,
  type Made,
  type PluginPackage,
  type UnifiedPlugins,
} from "./plugin-package.js";
import { settingsOf } from "./plugin-settings.js";

async function loadSources(options: CommonOptions & Naming): Promise<Made<Source>[]> {
  const { home, root } = options;
  const kind = home === undefined ? "folder" : await kindOfPath(home);
  if (kind !== "folder")
    throw new CliError(
      1,
      `--home ${safeLine(home ?? "")}: ${noHome[kind]}; name the folder that has .claude, .codex and others.`,
    );
  const roots = defined({
    home: home === undefined ? undefined : resolve(home),
    roots: root?.map((path) => (path === standardInput ? path : resolve(path))),
  });
  const shorthands = defined({ empty: options.empty ? "true" : undefined });
  const all = await importAll("source", await chosenSources(options), options);
  return all.map(({ plugin, settings }) => createSource(plugin, settings, roots, shorthands));
}

const noHome = {
  file: "this is a file",
  nothing: "no such folder",
  unreadable: "it cannot be read",
} as const;

/** The sinks that a run writes with. */
export interface Writers {
  sinks: Made<Sink>[];
  /** The dataset that was chosen in place of them. */
  dataset?: Made<Dataset>;
  /** The shorthands that none of them knows. */
  unknown: string[];
  /** The names of those that could show more: they know `--detail`, and it is not full. */
  shortening: ReadonlySet<string>;
}

/** Makes the sinks that the user chose, or the dataset, which has a folder to itself. */
export async function loadWriters(options: CommonOptions & ContentOptions): Promise<Writers> {
  const { detail, branches, timezone } = options;
  const shorthands = defined({ detail, branches, timezone });
  const all = await importAll("sink", await chosenSinks(options), options);
  const isKnown = (key: string) => all.some(({ plugin }) => Object.hasOwn(plugin.options, key));
  const made = await Promise.all(
    all.map(async ({ plugin, settings }) =>
      createSink(plugin, settings, shorthands, await unifiedIn(plugin, settings)),
    ),
  );
  const sinks = made.filter(isMadeSink);
  const dataset = made.find(isMadeDataset);
  if (dataset && made.length > 1)
    throw usageError(`${dataset.name} writes a folder of its own: choose it alone.`);
  refuseToShareFiles(sinks);
  const isShortening = ({ options }: Made<Sink>, index: number) =>
    Object.hasOwn(all[index]?.plugin.options ?? {}, "detail") && options.detail !== "full";
  return {
    sinks,
    ...(dataset && { dataset }),
    unknown: Object.keys(shorthands).filter((key) => !isKnown(key)),
    shortening: new Set(sinks.filter(isShortening).map(({ name }) => name)),
  };
}

/** Makes the sinks that the user chose, where only documents are written. */
export async function loadSinks(
  options: CommonOptions & ContentOptions,
): Promise<Omit<Writers, "dataset">> {
  const { dataset, ...writers } = await loadWriters(options);
  if (dataset)
    throw usageError(
      `${dataset.name} writes no documents: use chatexport --to ${dataset.name} --out FOLDER.`,
    );
  return writers;
}

/** Makes the sink that the user chose, for a command that writes one document. */
export async function loadSink(options: CommonOptions & ContentOptions): Promise<Sink> {
  const [made] = (await loadSinks(options)).sinks;
  if (!made) throw new TypeError("no sink was chosen");
  return made.plugin;
}

function isMadeDataset(made: Made<Sink | Dataset>): made is Made<Dataset> {
  return isDataset(made.plugin);
}

function isMadeSink(made: Made<Sink | Dataset>): made is Made<Sink> {
  return !isDataset(made.plugin);
}

async function unifiedIn(
  { name, options }: PluginPackage,
  settings: readonly PluginSetting[],
): Promise<UnifiedPlugins | undefined> {
  const isUnified = ({ plugin, key }: PluginSetting) =>
    plugin === name && Object.hasOwn(options, key) && options[key]?.type === "unified";
  const own = settings.filter(isUnified);
  if (own.length === 0) return undefined;
  const { unifiedPlugins } = await import("./unified-plugins.js");
  const { functions, names } = await unifiedPlugins(own);
  const [file] = own.flatMap((setting) => setting.file ?? []);
  // What plugins need is found where they are.
  const isAsked = file !== undefined && Object.hasOwn(options, "packagesFrom");
  return { functions: isAsked ? { packagesFrom: dirname(file), ...functions } : functions, names };
}

/** The sinks that come with the program and write documents, with their usual options. */
export async function builtInSinks(): Promise<Sink[]> {
  const loaded = Object.entries(builtIns.sink).map(([name, one]) => importBuiltIn(name, one));
  return (await Promise.all(loaded))
    .map((plugin) => createSink(plugin, [], {}).plugin)
    .filter((plugin): plugin is Sink => !isDataset(plugin));
}

function refuseToShareFiles(sinks: readonly Made<Sink>[]): void {
  for (const { name, plugin } of sinks) {
    const { extension } = plugin;
    const other = sinks.find((one) => one.plugin !== plugin && one.plugin.extension === extension);
    if (other)
      throw usageError(
        `${name} and ${other.name} both write .${extension} files, which would collide: export them separately, each with its own --out.`,
      );
  }
}

/** Imports plugins, each with the settings that are for it. */
function importAll(
  kind: NamedKind,
  chosen: readonly ChosenPlugin[],
  options: CommonOptions & Naming,
): Promise<{ plugin: PluginPackage; settings: readonly PluginSetting[] }[]> {
  return Promise.all(
    chosen.map(async ({ load }) => {
      const plugin = await load();
      return { plugin, settings: await settingsOf(kind, plugin, options) };
    }),
  );
}

// In milliseconds.
const longestClose = 2000;

/** Does some work with the sources that the user chose; they then release what they hold open. */
export async function withSources<Result>(
  options: CommonOptions,
  work: (sources: readonly Source[], made: readonly Made<Source>[]) => Promise<Result>,
): Promise<Result> {
  const made = await loadSources(options);
  const sources = made.map(({ plugin }) => plugin);
  try {
    return await work(sources, made);
  } finally {
    // What could not be released ends with the program, and must not hide what was found.
    const closed = Promise.allSettled(sources.map(async (source) => source.close?.()));
    const late = new AbortController();
    await Promise.race([closed, setTimeout(longestClose, undefined, late).catch(() => {})]);
    late.abort();
  }
}

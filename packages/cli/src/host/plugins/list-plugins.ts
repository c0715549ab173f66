import { messageOf, type PluginOption, present } from "@chatexport/core";
import { type BuiltIn, builtIns } from "../../built-in.js";
import type { OptionsOf } from "../../options/option-table.js";
import { choosePlugins } from "./choose-plugins.js";
import type { FoundPlugin } from "./find-plugin.js";
import type { NamedKind } from "./plugin-names.js";
import { createSink, createSource, importBuiltIn, type PluginPackage } from "./plugin-package.js";

/** The purpose of a plugin: reading, writing, or changing what was read. */
export type PluginKind = keyof typeof builtIns;

/** The facts about a plugin. */
export interface ListedPlugin {
  /** As settings and archives call it. */
  name: string;
  kind: PluginKind;
  /** As the user calls it in `--from` or `--to`, where that is not its name: "@acme/notes". */
  word?: string;
  /** Absent for a module that is in no package. */
  package?: string;
  description: string;
  /** Absent when it cannot be loaded, or was not and its package has none. */
  version?: string;
  /** Folder or file of one that does not come with the program. */
  path?: string;
  /**
   * The options that `--option NAME.KEY=VALUE` can set; absent when it was not loaded, or cannot
   * be.
   */
  options?: ListedOption[];
  /** The reason why it cannot be loaded. */
  error?: string;
}

/** An option of a plugin, by its key. */
export interface ListedOption extends PluginOption {
  key: string;
}

/** All plugins that come with the program, loaded one after the other. */
export async function listPlugins(): Promise<ListedPlugin[]> {
  const plugins: ListedPlugin[] = [];
  for (const [kind, table] of Object.entries<Readonly<Record<string, BuiltIn>>>(builtIns))
    for (const [name, builtIn] of Object.entries(table)) {
      const known = { name, kind: kind as PluginKind, package: builtIn.from };
      const { description } = builtIn;
      plugins.push(await describe({ ...known, description }, () => importBuiltIn(name, builtIn)));
    }
  return plugins;
}

/** The other plugins of a kind: those named, which are loaded, then those only installed. */
export async function listOthers(
  kind: NamedKind,
  { from, to }: Pick<OptionsOf<"plugins">, "from" | "to">,
): Promise<ListedPlugin[]> {
  const words = (kind === "source" ? from : to) ?? [];
  const plugins: ListedPlugin[] = [];
  for (const { found, load } of await choosePlugins(kind, words))
    if (found) plugins.push(await describe(factsOf(found), load));
  const { installedPlugins } = await import("./find-plugin.js");
  const isNamed = new Set(plugins.map(({ path }) => path));
  const others = installedPlugins(kind).filter(({ path }) => !isNamed.has(path));
  return [...plugins, ...others.map(factsOf)];
}

function factsOf(found: FoundPlugin): ListedPlugin {
  const { kind, name, word, description = "", version, path } = found;
  return present({
    name,
    kind,
    word: word === name ? undefined : word,
    package: found.package,
    description,
    version,
    path,
  });
}

async function describe(
  known: ListedPlugin,
  load: () => Promise<PluginPackage>,
): Promise<ListedPlugin> {
  let loaded = known;
  try {
    const plugin = await load();
    const options = Object.entries(plugin.options).map(([key, option]) => ({ key, ...option }));
    // A module in no package has a hash as its version, which is of no use to people.
    loaded = { ...(known.path === undefined && { version: plugin.version }), ...known, options };
    // A plugin that could not be used is as good as none.
    if (known.kind === "source") createSource(plugin, [], {}, {});
    if (known.kind === "sink") createSink(plugin, [], {});
    return loaded;
  } catch (cause) {
    return { ...loaded, error: messageOf(cause) };
  }
}

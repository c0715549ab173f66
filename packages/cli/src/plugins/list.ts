import { messageOf, type PluginOption, present } from "@chatexport/core";
import { type BuiltIn, builtIns, importBuiltIn } from "./built-in.js";
import { createSink, createSource } from "./package.js";

/** What a plugin is for: reading, writing, or changing what was read. */
export type PluginKind = keyof typeof builtIns;

/** What is known of a plugin. */
export interface ListedPlugin {
  /** As the user calls it: in `--from`, `--to` and `--option`. */
  name: string;
  kind: PluginKind;
  package: string;
  description: string;
  /** Absent when it cannot be loaded. */
  version?: string;
  /** What `--option NAME.KEY=VALUE` can set; absent when it cannot be loaded. */
  options?: ListedOption[];
  /** Why it cannot be loaded. */
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
    for (const [name, builtIn] of Object.entries(table))
      plugins.push(await describe(name, kind as PluginKind, builtIn));
  return plugins;
}

async function describe(name: string, kind: PluginKind, builtIn: BuiltIn): Promise<ListedPlugin> {
  const known = { name, kind, package: builtIn.from, description: builtIn.description };
  try {
    const plugin = await importBuiltIn(name, builtIn);
    // A plugin that could not be used is as good as none.
    if (kind === "source") createSource(plugin, [], {}, {});
    if (kind === "sink") createSink(plugin, [], {});
    const options = Object.entries(plugin.options).map(([key, option]) => ({ key, ...option }));
    return { ...known, version: plugin.version, options };
  } catch (cause) {
    return present({ ...known, error: messageOf(cause) });
  }
}

import type { CommonOptions, ContentOptions } from "../options.js";
import { builtIns, importBuiltIn } from "./built-in.js";
import { type ChosenPlugin, choosePlugins } from "./choose.js";
import type { PluginPackage } from "./package.js";
import type { NamedKind } from "./package-names.js";

/** The options of a command that name plugins; some have no sinks. */
export type Naming = Pick<CommonOptions, "from"> & Partial<Pick<ContentOptions, "to">>;

/** What the user did not choose; what an export wrote is read when it is asked for. */
const usual: Readonly<Record<NamedKind, readonly string[]>> = {
  source: Object.keys(builtIns.source).filter((name) => name !== "jsonl"),
  sink: ["markdown"],
};

/** The sources that the user chose, or all that come with the program and have places of their own. */
export function chosenSources({ from }: Naming): Promise<ChosenPlugin[]> {
  return choosePlugins("source", from ?? usual.source);
}

/** The sinks that the user chose, or the one for everybody. */
export function chosenSinks({ to }: Naming): Promise<ChosenPlugin[]> {
  return choosePlugins("sink", to ?? usual.sink);
}

/** Imports a plugin that was chosen; throws when it is none. */
export async function importChosen({ name, from }: ChosenPlugin): Promise<PluginPackage> {
  if (!("path" in from)) return importBuiltIn(name, from);
  return (await import("./module-of.js")).importFound(from);
}

import { realpathSync } from "node:fs";
import { safeLine } from "@chatexport/core";
import { builtInOf, builtIns, redactorName } from "../../built-in.js";
import type { CommonOptions, ContentOptions } from "../../options/option-table.js";
import { CliError, usageError } from "../../terminal/cli-error.js";
import type { FoundPlugin } from "./find-plugin.js";
import type { NamedKind } from "./plugin-names.js";
import { flagOf, importBuiltIn, type PluginPackage } from "./plugin-package.js";

/** A plugin that takes part in a run; it was not loaded yet. */
export interface ChosenPlugin {
  /** As the user calls it in `--from` or `--to`. */
  word: string;
  /** As settings and archives call it. */
  name: string;
  /** Absent for one that comes with the program. */
  found?: FoundPlugin;
  /** Imports it; throws when it is no plugin. */
  load(): Promise<PluginPackage>;
}

/**
 * The plugins that words of `--from` or `--to` mean, each once. What does not come with the program is
 * looked for only then. Throws when there is none, and when two could not be told apart in an archive.
 */
export async function choosePlugins(
  kind: NamedKind,
  words: readonly string[],
): Promise<ChosenPlugin[]> {
  const chosen: ChosenPlugin[] = [];
  for (const word of new Set(words)) {
    const builtIn = builtInOf(word, builtIns[kind]);
    const one: ChosenPlugin = builtIn
      ? { word, name: word, load: () => importBuiltIn(word, builtIn) }
      : await findOther(kind, word);
    const namesake = chosen.find(({ name }) => name === one.name);
    if (!namesake) chosen.push(one);
    else if (!isSame(one, namesake))
      throw usageError(
        `${flagOf[kind]} ${safeLine(namesake.word)} and ${flagOf[kind]} ${safeLine(word)} have the same name, ${one.name}: choose one.`,
      );
  }
  return chosen;
}

async function findOther(kind: NamedKind, word: string): Promise<ChosenPlugin> {
  const { lookUp } = await import("./find-plugin.js");
  const found = lookUp(kind, word);
  if (!found) throw (await import("./unknown-plugin.js")).unknownPlugin(kind, word);
  const { name } = found;
  if (name === redactorName || builtInOf(name, builtIns[kind]))
    throw new CliError(
      1,
      `${safeLine(word)}: a plugin that comes with chatexport has the name '${name}'; rename yours.`,
    );
  const load = async () => (await import("./import-plugin.js")).importFound(found);
  return { word, name, found, load };
}

function isSame({ found: a }: ChosenPlugin, { found: b }: ChosenPlugin): boolean {
  return a !== undefined && b !== undefined && realpathSync(a.path) === realpathSync(b.path);
}

/** The options of a command that name plugins; some have no sinks. */
export type Naming = Pick<CommonOptions, "from"> & Partial<Pick<ContentOptions, "to">>;

/** The plugins of a user who chose none; archives of an export are read when they are asked for. */
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

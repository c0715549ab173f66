import { safeLine } from "@chatexport/core";
import { closestMatch } from "leven";
import { builtInNames, builtInOf, builtIns, redactorName } from "../../built-in.js";
import type { CommonOptions } from "../../options/option-table.js";
import type { PluginSetting } from "../../options/parse-words.js";
import { unknownWord, usageError } from "../../terminal/cli-error.js";
import { type ChosenPlugin, chosenSinks, chosenSources, type Naming } from "./choose-plugins.js";
import type { NamedKind } from "./plugin-names.js";
import { importBuiltIn, otherKind, type PluginPackage } from "./plugin-package.js";

/** The settings of a run without those that are for the namesake of a plugin: `jsonl` is a source and a sink. */
export async function settingsOf(
  kind: NamedKind,
  { name, options }: PluginPackage,
  given: CommonOptions & Naming,
): Promise<readonly PluginSetting[]> {
  const { option: settings = [] } = given;
  const isStrange = ({ plugin, key }: PluginSetting) =>
    plugin === name && !Object.hasOwn(options, key);
  if (!settings.some(isStrange)) return settings;
  const isForNamesake = await namesakeTaker(otherKind[kind], name, given);
  return settings.filter((setting) => !isStrange(setting) || !isForNamesake(setting));
}

/** Says which settings are for the plugin of another kind with the same name. */
async function namesakeTaker(
  kind: NamedKind,
  name: string,
  given: Naming,
): Promise<(setting: PluginSetting) => boolean> {
  const builtIn = builtInOf(name, builtIns[kind]);
  const chosen = kind === "source" ? await chosenSources(given) : await chosenSinks(given);
  const own = chosen.find((one) => one.name === name);
  const namesake = builtIn ? await importBuiltIn(name, builtIn) : await own?.load();
  if (namesake) return ({ key }) => Object.hasOwn(namesake.options, key);
  // A file may have settings for an installed plugin that takes no part; it is not run to check them.
  const { lookUp } = await import("./find-plugin.js");
  const isInstalled = lookUp(kind, name) !== undefined;
  return ({ file }) => isInstalled && file !== undefined;
}

/**
 * Throws a usage error when an `--option` is for a plugin that is not part of this run, in which
 * these sinks do. In a file it may be for any plugin, but not for a name that is nearly that of a
 * built-in one.
 */
export async function refuseUnusedOptions(
  options: Pick<CommonOptions, "option" | "from">,
  sinks: readonly ChosenPlugin[] = [],
): Promise<void> {
  const chosen = [...(await chosenSources(options)), ...sinks];
  const known = [...chosen.map(({ name }) => name), redactorName];
  for (const { plugin, key, file } of options.option ?? []) {
    const isBuiltIn = builtInNames.includes(plugin);
    if (known.includes(plugin)) continue;
    if (file === undefined && !isBuiltIn) throw unknownWord("source or sink", plugin, known);
    const isSink = sinks.length > 0 && builtInOf(plugin, builtIns.sink) !== undefined;
    const others = builtInOf(plugin, builtIns.source)
      ? `add --from ${plugin}`
      : `choose from ${known.join(", ")}`;
    if (file === undefined)
      throw usageError(
        `--option ${plugin}.${key}: ${plugin} is not part of this run; ${isSink ? `add --to ${plugin}` : others}.`,
      );
    const maxDistance = Math.min(2, Math.floor(plugin.length / 3));
    const nearest = closestMatch(plugin, builtInNames, { maxDistance });
    if (!isBuiltIn && nearest !== undefined && !(await isInstalled(plugin)))
      throw unknownWord(`source or sink under option in ${safeLine(file)}`, plugin, builtInNames);
  }
}

async function isInstalled(name: string): Promise<boolean> {
  const { installedPlugins } = await import("./find-plugin.js");
  const installed = [...installedPlugins("source"), ...installedPlugins("sink")];
  return installed.some((plugin) => plugin.name === name);
}

import type { CommonOptions, PluginSetting } from "../options.js";
import { builtInOf, builtIns, importBuiltIn } from "./built-in.js";
import type { ChosenPlugin } from "./choose.js";
import { chosenSinks, chosenSources, importChosen, type Naming } from "./chosen.js";
import type { PluginPackage } from "./package.js";
import { type NamedKind, otherKind } from "./package-names.js";

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
  const namesake = builtIn
    ? await importBuiltIn(name, builtIn)
    : await importNamed(chosen.find((one) => one.name === name));
  if (namesake) return ({ key }) => Object.hasOwn(namesake.options, key);
  // A file may have settings for what is installed and takes no part; it is not run to check them.
  const { lookUp } = await import("./look-up.js");
  const isInstalled = lookUp(kind, name) !== undefined;
  return ({ file }) => isInstalled && file !== undefined;
}

async function importNamed(chosen: ChosenPlugin | undefined): Promise<PluginPackage | undefined> {
  return chosen && importChosen(chosen);
}

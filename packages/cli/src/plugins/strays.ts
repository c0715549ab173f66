import { safeLine } from "@chatexport/core";
import { closestMatch } from "leven";
import { unknownWord, usageError } from "../cli-error.js";
import type { CommonOptions } from "../options.js";
import { redactorName } from "../redaction.js";
import { builtInNames } from "./built-in.js";
import type { ChosenPlugin } from "./choose.js";
import { chosenSources } from "./chosen.js";

/**
 * Throws a usage error when an `--option` is for a plugin that takes no part in this run, in which
 * these sinks do. In a file it may be for any plugin, but not for a name that is nearly that of a
 * built-in one.
 */
export async function refuseStrays(
  options: Pick<CommonOptions, "option" | "from">,
  sinks: readonly ChosenPlugin[] = [],
): Promise<void> {
  const chosen = [...(await chosenSources(options)), ...sinks];
  const known = [...chosen.map(({ name }) => name), redactorName];
  for (const { plugin, key, file } of options.option ?? []) {
    if (known.includes(plugin)) continue;
    if (file === undefined && !builtInNames.includes(plugin))
      throw unknownWord("source or sink", plugin, known);
    if (file === undefined)
      throw usageError(
        `--option ${plugin}.${key}: ${plugin} takes no part in this run; choose from ${known.join(", ")}.`,
      );
    if (isMisspelt(plugin) && !(await isInstalled(plugin)))
      throw unknownWord(`source or sink under option in ${safeLine(file)}`, plugin, builtInNames);
  }
}

/** Whether a name is not that of a built-in plugin, but nearly. */
function isMisspelt(name: string): boolean {
  const maxDistance = Math.min(2, Math.floor(name.length / 3));
  return (
    !builtInNames.includes(name) && closestMatch(name, builtInNames, { maxDistance }) !== undefined
  );
}

async function isInstalled(name: string): Promise<boolean> {
  const { installedPlugins } = await import("./installed.js");
  const installed = [...installedPlugins("source"), ...installedPlugins("sink")];
  return installed.some((plugin) => plugin.name === name);
}

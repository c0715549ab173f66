import { closestMatch } from "leven";
import { unknownWord, usageError } from "../cli-error.js";
import type { CommonOptions } from "../options.js";
import { redactorName } from "../redaction.js";
import { clean } from "../terminal/clean.js";
import { builtInNames } from "./built-in.js";
import { sourceNames } from "./load.js";

/**
 * Throws a usage error when an `--option` is for a plugin that takes no part in this run, in which
 * these sinks do. In a file it may be for any plugin, but not for a name that is nearly that of a
 * built-in one.
 */
export function refuseStrays(
  options: Pick<CommonOptions, "option" | "from">,
  sinks: readonly string[] = [],
): void {
  const known = [...sourceNames(options), ...sinks, redactorName];
  for (const { plugin, key, file } of options.option ?? []) {
    if (known.includes(plugin) || (file !== undefined && !isMisspelt(plugin))) continue;
    if (file !== undefined)
      throw unknownWord(`source or sink under option in ${clean(file)}`, plugin, builtInNames);
    if (!builtInNames.includes(plugin)) throw unknownWord("source or sink", plugin, known);
    throw usageError(
      `--option ${plugin}.${key}: ${plugin} takes no part in this run; choose from ${known.join(", ")}.`,
    );
  }
}

/** Whether a name is not that of a built-in plugin, but nearly. */
function isMisspelt(name: string): boolean {
  const maxDistance = Math.min(2, Math.floor(name.length / 3));
  return (
    !builtInNames.includes(name) && closestMatch(name, builtInNames, { maxDistance }) !== undefined
  );
}

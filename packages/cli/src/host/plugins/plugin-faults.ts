import type { Dataset, Sink } from "@chatexport/core";
import { objectOf } from "@chatexport/core/read";
import type { NamedKind } from "./plugin-names.js";

/*
 * Faults of something that should be a part of a plugin, in a few words; undefined when there is
 * none. What a plugin gives later is checked by the engine.
 */

/** The fields of a module or an object of a plugin, of any shape. */
export type PluginFields = Readonly<Record<string, unknown>>;

/** The functions that a source lacks, in words. */
export function sourceFault(source: PluginFields): string | undefined {
  const missing = ["stores", "list", "load"].filter((name) => typeof source[name] !== "function");
  return missing.length === 0 ? undefined : `it has no ${missing.join(", no ")}`;
}

/** The functions and fields that a sink or a dataset lacks, in words. */
export function sinkFault({ render, plan, keeps, ...document }: PluginFields) {
  const isDataset = typeof plan === "function" && render === undefined;
  if (!isDataset && typeof render !== "function") return "it has no render";
  if (!(keeps instanceof Set)) return "its keeps is not a Set";
  return isDataset ? undefined : documentFault(document);
}

/** The fault in how a sink describes its documents. */
function documentFault({ extension, mediaType, layout }: PluginFields): string | undefined {
  if (typeof mediaType !== "string") return "it has no mediaType";
  // The host makes file names of it.
  if (typeof extension !== "string" || !/^[a-z\d]{1,16}(?:\.[a-z\d]{1,16})?$/.test(extension))
    return `'${extension}' cannot be the extension of a file`;
  const isLayout = layout === undefined || layout === "file" || layout === "folder";
  return isLayout ? undefined : `there is no layout '${layout}'`;
}

/** The kind that a plugin was meant as, judged from what the other kind has not. */
export function kindOfPlugin({ list, load, render, plan }: PluginFields): NamedKind | undefined {
  if (typeof list === "function" || typeof load === "function") return "source";
  return typeof render === "function" || typeof plan === "function" ? "sink" : undefined;
}

/** True when what writes sessions writes a folder of its own. */
export function isDataset(plugin: Sink | Dataset): plugin is Dataset {
  return "plan" in plugin;
}

/** The fault in how a plugin describes its options. */
export function optionsFault(options: unknown): string | undefined {
  const described = objectOf(options);
  if (!described) return "its export options is not an object";
  for (const [key, option] of Object.entries(described)) {
    const fault = optionFault(option);
    if (fault !== undefined) return `its option '${key}' has ${fault}`;
  }
  return undefined;
}

function optionFault(option: unknown): string | undefined {
  const { type, description, values } = objectOf(option) ?? {};
  if (typeof description !== "string" || description === "") return "no description";
  if (type !== "string" && type !== "boolean" && type !== "unified")
    return 'another type than "string", "boolean" or "unified"';
  const isListOfTexts =
    Array.isArray(values) && values.length > 0 && values.every((one) => typeof one === "string");
  if (values !== undefined && !isListOfTexts) return "values that are not a list of texts";
  return undefined;
}

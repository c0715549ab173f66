import { isRecord } from "../is-record.js";

/** What is wrong with what a plugin says about its options, in a few words; undefined when nothing is. */
export function optionsFault(options: unknown): string | undefined {
  if (!isRecord(options)) return "its export options is not an object";
  for (const [key, option] of Object.entries(options)) {
    const fault = optionFault(option);
    if (fault !== undefined) return `its option '${key}' has ${fault}`;
  }
  return undefined;
}

function optionFault(option: unknown): string | undefined {
  if (!isRecord(option)) return "no description";
  const { type, description, values } = option;
  if (typeof description !== "string" || description === "") return "no description";
  if (type !== "string" && type !== "boolean") return 'another type than "string" or "boolean"';
  const isListOfTexts =
    Array.isArray(values) && values.length > 0 && values.every((one) => typeof one === "string");
  if (values !== undefined && !isListOfTexts) return "values that are not a list of texts";
  return undefined;
}

/** What a source lacks, in a few words; undefined for one that is complete. */
export function sourceFault(source: Readonly<Record<string, unknown>>): string | undefined {
  const missing = ["stores", "list", "load"].filter((name) => typeof source[name] !== "function");
  return missing.length === 0 ? undefined : `it has no ${missing.join(", no ")}`;
}

/** What a sink lacks, in a few words; undefined for one that is complete. */
export function sinkFault(sink: Readonly<Record<string, unknown>>): string | undefined {
  const { render, keeps, extension, mediaType, layout } = sink;
  if (typeof render !== "function") return "it has no render";
  if (!(keeps instanceof Set)) return "its keeps is not a Set";
  if (typeof mediaType !== "string") return "it has no mediaType";
  // The host makes file names of it.
  if (typeof extension !== "string" || !/^[a-z\d]{1,16}(?:\.[a-z\d]{1,16})?$/.test(extension))
    return `'${extension}' cannot be the extension of a file`;
  const isLayout = layout === undefined || layout === "file" || layout === "folder";
  return isLayout ? undefined : `there is no layout '${layout}'`;
}

/** Whether it was meant as a source or as a sink, judged from what no other has. */
export function kindOfPlugin(
  made: Readonly<Record<string, unknown>>,
): "source" | "sink" | undefined {
  if (typeof made.list === "function" || typeof made.load === "function") return "source";
  return typeof made.render === "function" ? "sink" : undefined;
}

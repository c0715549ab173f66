import { apiVersion, type Dataset, type Feature } from "@chatexport/core";
import { type ParquetOptions, settingsOf } from "./options.js";

export { options, type ParquetOptions } from "./options.js";

/**
 * Writes sessions as tables in Parquet files, one for each table, source and month. Throws an OptionError for an
 * unknown option.
 */
export default function parquet(options: ParquetOptions = {}): Dataset {
  const settings = settingsOf(options);
  return {
    name: "parquet",
    apiVersion,
    keeps,
    async plan(refs, context) {
      // Programs that only ask which sinks there are need none of it.
      const { planTables } = await import("./tables-folder.js");
      return planTables(refs, context, settings);
    },
  };
}

const keeps: ReadonlySet<Feature> = new Set([
  ...(["reasoning", "tool-input", "tool-output", "tool-definitions", "files", "edits"] as const),
  ...(["branches", "subagents", "usage", "native", "unknown"] as const),
]);

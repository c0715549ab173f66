import { checkOptions, type PluginOptions } from "@chatexport/core";

/** The choices about tables. */
export interface ParquetOptions {
  /** A name for the machine, given in each row of the table `sessions`. */
  machine?: string;
}

/** Describes the options of this sink. */
export const options: PluginOptions = {
  machine: {
    type: "string",
    description: "A name for the machine, in the column machine of sessions",
  },
};

/** The options, checked; throws an OptionError for others. */
export function settingsOf(given: ParquetOptions): ParquetOptions {
  checkOptions(given, options);
  return given;
}

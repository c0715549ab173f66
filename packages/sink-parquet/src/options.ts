import type { PluginOptions } from "@chatexport/core";

/** What can be chosen about tables. */
export interface ParquetOptions {
  /** A name for the machine, which stands in each row of the table `sessions`. */
  machine?: string;
}

/** Describes the options of this sink. */
export const options: PluginOptions = {
  machine: {
    type: "string",
    description: "A name for the machine, in the column machine of sessions",
  },
};

/** The options, checked; throws a TypeError for others. */
export function settingsOf(given: ParquetOptions): ParquetOptions {
  const [unknown] = Object.keys(given).filter((name) => !Object.hasOwn(options, name));
  if (unknown !== undefined) throw new TypeError(`there is no option '${unknown}'`);
  if (given.machine !== undefined && typeof given.machine !== "string")
    throw new TypeError("machine is a text");
  return given;
}

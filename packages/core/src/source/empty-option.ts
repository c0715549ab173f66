import type { SourceOptions } from "../plugin.js";

/** The options of a source that keeps sessions apart in which nothing was said. */
export interface EmptyOptions extends SourceOptions {
  /** Also list sessions in which nothing was said. */
  empty?: boolean;
}

/** Describes this option. */
export const emptyOption = {
  type: "boolean",
  description: "Also list sessions in which nothing was said",
  adds: true,
} as const;

import type { PluginOptions, SourceOptions } from "../plugin.js";

/** Describes the options of a source whose stores lie in a home: what a home, and a root, may be. */
export function placeOptions(home: string, roots: string): PluginOptions {
  return {
    home: { type: "string", description: home },
    roots: { type: "string", multiple: true, description: roots },
  };
}

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

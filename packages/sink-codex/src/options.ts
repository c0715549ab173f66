import type { PluginOptions } from "@chatexport/core";
import type { Reasoning } from "@chatexport/core/turns";

/** The options of this sink. */
export interface RolloutOptions {
  /**
   * `omit`, the default, leaves out what models thought: the API takes it only encrypted by itself, for the same
   * account; `text` makes it a part of the answer.
   */
  reasoning?: Reasoning;
}

const values: readonly Reasoning[] = ["omit", "text"];

/** The options as a host offers them to its user. */
export const options = {
  reasoning: {
    type: "string",
    values,
    description: "Reasoning: omit (the default), or text, as a part of the answer",
  },
} satisfies PluginOptions;

/** The options with their defaults; throws a TypeError for a value that there is not. */
export function settingsOf({ reasoning = "omit" }: RolloutOptions): Required<RolloutOptions> {
  if (values.includes(reasoning)) return { reasoning };
  throw new TypeError(`Option reasoning must be omit or text, not "${String(reasoning)}"`);
}

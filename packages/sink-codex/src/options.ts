import type { PluginOptions } from "@chatexport/core";
import { type Reasoning, reasonings } from "@chatexport/core/turns";

/** The options of this sink. */
export interface RolloutOptions {
  /**
   * `omit`, the default, leaves out what models thought: the API takes it only encrypted by itself, for the same
   * account; `text` makes it a part of the answer.
   */
  reasoning?: Reasoning;
}

/** The options as a host offers them to its user. */
export const options = {
  reasoning: {
    type: "string",
    values: reasonings,
    description: "Reasoning: omit (the default), or text, as a part of the answer",
  },
} satisfies PluginOptions;

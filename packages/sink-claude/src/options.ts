import type { PluginOptions } from "@chatexport/core";
import { type Reasoning, reasonings } from "@chatexport/core/turns";

/** The options of this sink. */
export interface TranscriptOptions {
  /**
   * `omit`, the default, leaves out reasoning that Anthropic has not signed: its API would refuse it;
   * `text` makes it a part of the answer.
   */
  reasoning?: Reasoning;
}

/** The options as a host offers them to its user. */
export const options = {
  reasoning: {
    type: "string",
    values: reasonings,
    description:
      "Reasoning that Anthropic has not signed: omit (the default), or text, as a part of the answer",
  },
} satisfies PluginOptions;

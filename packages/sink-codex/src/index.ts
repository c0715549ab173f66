import { checkOptions, type Sink } from "@chatexport/core";
import { toolSink } from "@chatexport/core/turns";
import { rolloutChanges } from "./diagnostics.js";
import { options, type RolloutOptions } from "./options.js";
import { ownCalls } from "./own-calls.js";
import { rolloutLines } from "./rollout.js";

export { sessionUuid as threadIdOf } from "@chatexport/core/turns";
export { options, type RolloutOptions };

/**
 * Writes the active branch of a session as a rollout of Codex, which can go on with it. Throws a OptionError for an
 * option or a value that it does not know.
 */
export default function codex(given: RolloutOptions = {}): Sink {
  checkOptions(given, options);
  const { reasoning = "omit" } = given;
  return toolSink({
    ...{ name: "codex", reasoning, callPrefix: "call", ownCalls },
    // It is encrypted for one account, and no other one can have it read.
    ownReasoning: () => undefined,
    lines: rolloutLines,
    diagnostic: rolloutChanges,
  });
}

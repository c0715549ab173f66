import type { Sink } from "@chatexport/core";
import { toolSink } from "@chatexport/core/turns";
import { rolloutChanges } from "./diagnostics.js";
import type { RolloutOptions } from "./options.js";
import { ownCalls } from "./own-calls.js";
import { rolloutLines } from "./rollout.js";

export { sessionUuid as threadIdOf } from "@chatexport/core/turns";
export { options, type RolloutOptions } from "./options.js";

/**
 * Writes the active branch of a session as a rollout of Codex, which can go on with it. Throws a TypeError for an
 * unknown value of an option.
 */
export default function codex({ reasoning = "omit" }: RolloutOptions = {}): Sink {
  return toolSink({
    ...{ name: "codex", reasoning, callPrefix: "call", ownCalls },
    // It is encrypted for one account, and no other one can have it read.
    ownReasoning: () => undefined,
    lines: rolloutLines,
    diagnostic: rolloutChanges,
  });
}

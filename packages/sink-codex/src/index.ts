import { checkOptions, defined, type Session, type Sink } from "@chatexport/core";
import { hashedUuid, sessionUuid as threadIdOf, toolSink } from "@chatexport/core/turns";
import { rolloutChanges } from "./diagnostics.js";
import { options, type RolloutOptions } from "./options.js";
import { ownCalls } from "./own-calls.js";
import { rolloutLines } from "./rollout.js";
import type { SpawnedBy } from "./rollout-lines.js";

export { options, type RolloutOptions, threadIdOf };

/**
 * Writes the active branch of a session as a rollout of Codex, which can go on with it. Throws a OptionError for an
 * option or a value that it does not know.
 */
export default function codex(given: RolloutOptions = {}): Sink {
  checkOptions(given, options);
  return sinkOf(given);
}

/** A sub-agent with what writes its rollout. */
export interface AgentRollout {
  /** The sub-agent under the id that it has in Codex. */
  session: Session;
  sink: Sink;
}

/** The sub-agents of a session, and those of each; Codex goes on with the session without them, too. */
export function agentRollouts(session: Session): AgentRollout[] {
  const root = threadIdOf(session);
  const found: AgentRollout[] = [];
  const ids = new Set([root]);
  const left = [{ host: session, parent: root, depth: 1 }];
  // Not recursive: a store may nest them deeper than the stack allows.
  for (let next = left.shift(); next; next = left.shift()) {
    const { host, parent, depth } = next;
    for (const agent of host.subagents ?? []) {
      const own = threadIdOf(agent);
      const id = ids.has(own) ? hashedUuid(`${root} ${own} ${ids.size}`) : own;
      ids.add(id);
      const { cwd = host.cwd } = agent;
      const written = { ...agent, id, ...defined({ cwd }) };
      found.push({ session: written, sink: sinkOf({}, { parent, root, depth }) });
      left.push({ host: written, parent: id, depth: depth + 1 });
    }
  }
  return found;
}

function sinkOf({ reasoning = "omit" }: RolloutOptions, by?: SpawnedBy): Sink {
  return toolSink({
    ...{ name: "codex", reasoning, callPrefix: "call", ownCalls },
    // It is encrypted for one account, and no other one can have it read.
    ownReasoning: () => undefined,
    lines: (session, scope) => rolloutLines(session, scope, by),
    diagnostic: rolloutChanges,
  });
}

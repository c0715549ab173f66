import type { Session } from "@chatexport/core";
import type { Block } from "./block.js";
import { fold } from "./fold.js";
import { oneLine } from "./line.js";
import { type Scope, scopeOf } from "./scope.js";
import { sessionBlocks } from "./session.js";

/** The whole session of a sub-agent, for a fold. */
export function subagentBlocks(subagent: Session, scope: Scope): Iterable<Block> {
  scope.shown.add(subagent.id);
  return sessionBlocks(scopeOf(subagent, scope, true));
}

/** The sub-agents that no tool call showed. */
export function* otherSubagents(scope: Scope): Generator<Block> {
  for (const subagent of scope.session.subagents ?? []) {
    if (scope.shown.has(subagent.id)) continue;
    const line = { lead: "Sub-agent", words: oneLine(subagent.title ?? subagent.id) };
    yield* fold(line, subagentBlocks(subagent, scope));
  }
}

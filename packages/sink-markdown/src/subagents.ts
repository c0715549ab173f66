import type { Purpose, Session } from "@chatexport/core";
import { type Block, inlineCode, remark, text } from "./block.js";
import { fold } from "./fold.js";
import { count, oneLine } from "./line.js";
import { type Scope, scopeOf } from "./scope.js";
import { sessionBlocks } from "./session.js";

/** The whole session of a sub-agent, for a fold. */
export function subagentBlocks(subagent: Session, scope: Scope): Iterable<Block> {
  scope.shown.add(subagent.id);
  return sessionBlocks(scopeOf(subagent, scope, true));
}

/** The sub-agents that no tool call showed. Those that the tool started for itself are only named. */
export function* otherSubagents(scope: Scope): Generator<Block> {
  const others = (scope.session.subagents ?? []).filter(({ id }) => !scope.shown.has(id));
  const isShown = ({ purpose }: Session) => purpose === undefined || scope.detail === "full";
  for (const subagent of others.filter(isShown)) {
    const line = { lead: "Sub-agent", words: oneLine(subagent.title ?? subagent.id) };
    yield* fold(line, subagentBlocks(subagent, scope));
  }
  const hidden = others.flatMap((subagent) => (isShown(subagent) ? [] : (subagent.purpose ?? [])));
  if (hidden.length > 0) yield helpersNote(hidden);
}

const ends: Readonly<Record<Purpose, string>> = {
  compaction: "to compact the conversation",
  suggestion: "to suggest the next prompt",
  "warm-up": "to warm up",
};

function helpersNote(purposes: readonly Purpose[]): Block {
  const why = [...new Set(purposes)].sort().map((purpose) => ends[purpose]);
  const agents = count(purposes.length, "sub-agent");
  return remark(
    text(`${agents} that the tool started ${why.join(" and ")} not shown, `),
    inlineCode("--detail full"),
    text(" shows all"),
  );
}

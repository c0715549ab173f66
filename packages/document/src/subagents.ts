import { type Purpose, type Session, withSubagents } from "@chatexport/core";
import { fold, lineOf, omission, remark, text } from "./builders.js";
import type { DocumentNode } from "./nodes.js";
import { firstWords, isPrompt } from "./prompts.js";
import { type Scope, scopeOf } from "./scope.js";
import { count, oneLine } from "./text.js";

// Browsers cannot open more folds within folds.
const deepest = 50;

/** The whole session of a sub-agent, for a fold. */
export function subagentBlocks(subagent: Session, scope: Scope): Iterable<DocumentNode> {
  scope.shown.add(subagent);
  if (scope.depth >= deepest) return [deeperNote(subagent)];
  return scope.sessionNodes(scopeOf(subagent, scope, scope.depth + 1));
}

function deeperNote(subagent: Session): DocumentNode {
  const agents = count([...withSubagents(subagent)].length, "sub-agent");
  return remark(text(`${agents} more than ${deepest} levels deep not shown`));
}

/** The sub-agents that no tool call showed, without those that the tool started for itself. */
export function* otherSubagents(scope: Scope): Generator<DocumentNode> {
  for (const subagent of othersOf(scope)) {
    if (isHidden(subagent, scope)) continue;
    const line = lineOf("Sub-agent", { words: nameOf(subagent) });
    yield fold("subagent", line, subagentBlocks(subagent, scope));
  }
}

/** Its title, or else what it was asked. */
function nameOf({ title, id, messages }: Session): string {
  const prompt = messages.find(isPrompt);
  return oneLine(title ?? (prompt && firstWords(prompt)) ?? id);
}

/** A note about the sub-agents that the tool started for itself, if there are any. */
export function* hiddenSubagents(scope: Scope): Generator<DocumentNode> {
  const hidden = othersOf(scope).filter((subagent) => isHidden(subagent, scope));
  if (hidden.length > 0) yield helpersNote(hidden.flatMap(({ purpose }) => purpose ?? []));
}

function othersOf({ session, shown }: Scope): Session[] {
  return (session.subagents ?? []).filter((subagent) => !shown.has(subagent));
}

function isHidden({ purpose }: Session, { detail, session }: Scope): boolean {
  if (purpose === undefined || detail === "full") return false;
  // Where the answers are gone, a summary is the best that is left of them.
  const isSummary = purpose === "compaction";
  return !isSummary || session.messages.some(({ role }) => role === "assistant");
}

const ends: Readonly<Record<Purpose, string>> = {
  compaction: "to compact the conversation",
  suggestion: "to suggest the next prompt",
  "warm-up": "to warm up",
  approval: "to approve actions",
};

function helpersNote(purposes: readonly Purpose[]): DocumentNode {
  const why = [...new Set(purposes)].sort().map((purpose) => ends[purpose]);
  const agents = count(purposes.length, "sub-agent");
  return omission(
    `${agents} that the tool started ${why.join(" and ")} not shown`,
    "--detail full",
  );
}

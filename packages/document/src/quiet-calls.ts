import type { ToolCall } from "@chatexport/core";
import { groupBy } from "@chatexport/core/read";
import { fold, lineOf } from "./builders.js";
import type { Content, Fold, MessageNode } from "./nodes.js";
import { runsBy } from "./runs.js";
import { count } from "./text.js";

// Fewer are read as quickly as the line about them.
const fewest = 3;

/** Neighbours that only read, searched and ran without a failure, as one fold: "12 calls: 8 Read, 4 Run". */
export function withQuietCallsFolded<T extends MessageNode | Content>(
  nodes: readonly (T | Fold)[],
): (T | Fold)[] {
  return runsBy(nodes, isQuiet).flatMap(({ key, items }): (T | Fold)[] => {
    const calls = key && items.length > 1 ? items.flatMap(callsIn) : [];
    if (calls.length < fewest) return items;
    return [fold("calls", lineOf(summaryOf(calls.map(({ line }) => line.lead))), items)];
  });
}

function summaryOf(leads: readonly string[]): string {
  const kinds = [...groupBy(leads, (lead) => lead)];
  if (kinds.length === 1) return `${leads[0]} × ${leads.length}`;
  const counts = kinds.map(([lead, { length }]) => `${length} ${lead}`);
  return `${count(leads.length, "call")}: ${counts.join(", ")}`;
}

function isQuiet(node: MessageNode | Content): boolean {
  if (node.type === "message") return node.children.length > 0 && node.children.every(isQuiet);
  return node.type === "fold" && node.call !== undefined && isQuietCall(node.call);
}

function isQuietCall({ kind, status, result }: ToolCall): boolean {
  const isDone = (status === "completed" || status === "unknown") && !result?.exitCode;
  return isDone && ["execute", "fetch", "read", "search"].includes(kind);
}

/** The folds of calls in a node that is quiet. */
function callsIn(node: MessageNode | Content): Fold[] {
  if (node.type === "message") return node.children.flatMap(callsIn);
  return node.type === "fold" ? [node] : [];
}

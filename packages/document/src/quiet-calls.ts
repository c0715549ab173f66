import type { ToolCall } from "@chatexport/core";
import { groupBy } from "@chatexport/core/read";
import { marksOf } from "./achievements.js";
import { fold, lineOf } from "./builders.js";
import type { Content, Fold, Line, MessageNode } from "./nodes.js";
import { runsBy } from "./runs.js";
import { count } from "./text.js";

// Fewer are read as quickly as the line about them.
const fewest = 3;

// More would not be read, and the fold has them all.
const mostSubjects = 3;

/**
 * Neighbours that only read, searched and ran without a failure, as one fold: "12 calls: 8 Read, 4 Run"; those
 * of one kind with what they read or ran: "Read × 7: tax.ts, cart.ts, order.ts and 4 more".
 */
export function withQuietCallsFolded<T extends MessageNode | Content>(
  nodes: readonly (T | Fold)[],
): (T | Fold)[] {
  return runsBy(nodes, isQuiet).flatMap(({ key, items }): (T | Fold)[] => {
    const calls = key && items.length > 1 ? items.flatMap(callsIn) : [];
    if (calls.length < fewest) return items;
    return [fold("calls", summaryOf(calls), items)];
  });
}

function summaryOf(calls: readonly Fold[]): Line {
  const kinds = [...groupBy(calls, ({ line }) => line.lead)];
  const [[lead] = [""], other] = kinds;
  const marks = marksOf(calls.flatMap(({ call }) => call ?? []));
  const outcome = marks.map(({ words }) => words).join(", ");
  if (!other) return lineOf(`${lead} × ${calls.length}`, { words: subjectsOf(calls), outcome });
  const counts = kinds.map(([kind, { length }]) => `${length} ${kind}`);
  return lineOf(`${count(calls.length, "call")}: ${counts.join(", ")}`, { outcome });
}

/** The names of files and programs, each once. */
function subjectsOf(calls: readonly Fold[]): string {
  const subjects = new Set(calls.flatMap((call) => subjectOf(call) ?? []));
  const first = [...subjects].slice(0, mostSubjects).join(", ");
  const more = subjects.size - mostSubjects;
  return more > 0 ? `${first} and ${more} more` : first;
}

function subjectOf({ call, line: { code = "" } }: Fold): string | undefined {
  const program = call?.kind === "execute" ? /^[\w./+-]+/.exec(code)?.[0] : undefined;
  const path = call?.kind === "read" ? code.replace(/:[0-9][0-9-]*$/, "") : program;
  return path?.split(/[/\\]/).at(-1) || undefined;
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

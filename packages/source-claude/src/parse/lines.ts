import { defined } from "@chatexport/core";
import type { Entry } from "../records/records.js";
import type { NamedLeaf } from "./session-state.js";
import { type Line, lineOf, type Position, type Turn, type TurnTree } from "./turns.js";

/*
 * The lines of a transcript with their turns: the active one, and those that were left.
 */

/**
 * Sorts what was said into lines; at `leaf` the active one ends, as the tool says. `branches` are those that were
 * left, in the order in which they begin, `parallel` the first entries of lines that went on after those that should
 * have replaced them had begun.
 */
export function conversationOf(
  tree: TurnTree,
  leaf?: NamedLeaf,
): { active: Line; branches: Line[]; parallel: Entry[] } {
  const active: Line = { positions: [] };
  const end = activeLeaf(tree, leaf);
  for (let turn = end; turn; turn = turn.parent) turn.line = active;

  const branches: Line[] = [];
  // Parents come before their children, so a turn's parent has its line already.
  for (const turn of tree.turns) {
    if (turn.line) continue;
    const parentLine = turn.parent?.line ?? active;
    if (parentLine !== active && turn.parent?.children.at(-1) === turn) turn.line = parentLine;
    else {
      const branch = defined({ reason: reasonOf(turn, end), from: turn.parent });
      turn.line = { positions: [], branch };
      branches.push(turn.line);
    }
  }
  for (const position of tree.positions) (lineOf(position) ?? active).positions.push(position);
  return { active, branches, parallel: branches.length > 0 ? markParallel(tree) : [] };
}

/**
 * Marks the lines of which one goes on after the next one begins, and finds where they begin: two runs wrote into
 * the transcript, which may have taken turns, and nobody left either.
 */
function markParallel({ turns }: TurnTree): Entry[] {
  const orders = new Map(turns.map((turn, index) => [turn, index]));
  const firsts = new Map<Line | undefined, Turn>();
  const siblings = new Map<Turn | undefined, Turn>();
  const pairs: [Turn, Turn][] = [];
  for (const turn of turns) {
    if (!firsts.has(turn.line)) firsts.set(turn.line, turn);
    if (turn.retracted) continue;
    const before = siblings.get(turn.parent);
    if (before) pairs.push([before, turn]);
    siblings.set(turn.parent, turn);
  }
  const lasts = new Map<Turn, number>();
  for (const turn of turns.toReversed()) {
    const last = lasts.get(turn) ?? orders.get(turn) ?? 0;
    lasts.set(turn, last);
    if (turn.parent) lasts.set(turn.parent, Math.max(last, lasts.get(turn.parent) ?? 0));
  }
  const parallel = new Set<Turn>();
  for (const pair of pairs) {
    const [before, next] = pair;
    if ((lasts.get(before) ?? 0) <= (orders.get(next) ?? 0)) continue;
    // One of both is where the line that they left goes on.
    for (const first of pair) {
      const { line } = first;
      if (!line?.branch || firsts.get(line) !== first) continue;
      line.branch = { ...line.branch, reason: "parallel" };
      parallel.add(first);
    }
  }
  return turns.flatMap((turn) => (parallel.has(turn) ? [turn.entry] : []));
}

/** The latest turn in the file, unless the tool names the leaf of another line, or chose an earlier one. */
function activeLeaf({ positions, byUuid }: TurnTree, leaf?: NamedLeaf): Turn | undefined {
  const latest = positions.findLast(({ own }) => own)?.turn?.standing;
  const end = latest && descend(latest);
  const named = leaf && byUuid.get(leaf.uuid ?? "")?.turn?.standing;
  if (!leaf || (!named && leaf.uuid !== undefined)) return end;
  if (named && !leaf.isChosen) {
    // A leaf that the line passes through is only an old note.
    return isAbove(named, end) ? end : descend(named);
  }
  // What was said below it since is the end.
  const isBelow = ({ entry, own, turn }: Position) =>
    entry.line > leaf.line && own && (!named || isAbove(named, turn));
  return positions.findLast(isBelow)?.turn?.standing ?? named;
}

function descend(turn: Turn): Turn {
  let end = turn;
  for (let next = end.children.at(-1); next; next = end.children.at(-1)) end = next;
  return end;
}

function isAbove(ancestor: Turn, turn: Turn | undefined): boolean {
  for (let at = turn; at; at = at.parent) if (at === ancestor) return true;
  return false;
}

/** The reason why a line was left that begins with a turn, when the active one ends with `end`. */
function reasonOf(turn: Turn, end: Turn | undefined): "rewind" | "retry" | "orphan" {
  if (turn.retracted) return "retry";
  if (turn.healed) return "orphan";
  // An answer that no other one replaces was given up.
  return turn.kind === "prompt" || turn.parent === end ? "rewind" : "retry";
}

import { type Branch, defined, type JsonObject } from "@chatexport/core";
import { textOf } from "@chatexport/core/read";

/** A message of an export with its place in the list, counted from 0. */
export interface Entry {
  index: number;
  message: JsonObject;
}

/** A line of a conversation: the active one or one that was left. */
export interface Line {
  entries: Entry[];
  /** Set on a line that was left. */
  branch?: {
    reason: Branch["reason"];
    /** The entry of another line that it follows. */
    from?: Entry;
  };
}

/** An entry in the tree. */
interface Node {
  entry: Entry;
  parent: Node | undefined;
  children: Node[];
  /** It names a parent that is not in the list. */
  lost: boolean;
  line: Line | undefined;
}

/**
 * Sorts the messages of a conversation into lines. An edited prompt and a second try of an answer
 * have the same parent as what they replaced; the active branch ends at the last message of the list.
 * Exports without parents are one line.
 */
export function linesOf(entries: readonly Entry[]): { active: Line; branches: Line[] } {
  const nodes = nodesOf(entries);
  const active: Line = { entries: [] };
  for (let node = nodes.at(-1); node; node = node.parent) node.line = active;

  const branches: Line[] = [];
  // Parents come before their children, so a node's parent has its line already.
  for (const node of nodes) {
    const above = node.parent?.line;
    if (!node.line && above && above !== active && node.parent?.children.at(-1) === node)
      node.line = above;
    if (!node.line) {
      const branch = defined({ reason: reasonOf(node), from: node.parent?.entry });
      node.line = { entries: [], branch };
      branches.push(node.line);
    }
    node.line.entries.push(node.entry);
  }
  return { active, branches };
}

function nodesOf(entries: readonly Entry[]): Node[] {
  const nodes: Node[] = [];
  const byId = new Map<string, Node>();
  // The first message names a parent, too, which is in no export.
  const root = textOf(entries[0]?.message.parent_message_uuid);
  for (const entry of entries) {
    const named = textOf(entry.message.parent_message_uuid);
    const parent = named === undefined ? nodes.at(-1) : byId.get(named);
    const lost = named !== undefined && named !== root && parent === undefined;
    const node: Node = { entry, parent, children: [], lost, line: undefined };
    parent?.children.push(node);
    nodes.push(node);
    const id = textOf(entry.message.uuid);
    if (id !== undefined) byId.set(id, node);
  }
  return nodes;
}

function reasonOf({ entry, lost }: Node): Branch["reason"] {
  if (lost) return "orphan";
  return entry.message.sender === "human" ? "edit" : "retry";
}

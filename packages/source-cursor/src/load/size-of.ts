import { type Database, type Databases, keyValues } from "@chatexport/sqlite";
import type { Conversation } from "../conversation/group-copies.js";
import { sizeOfRows } from "../rows/keys.js";

/** The bytes that a conversation and its sub-agents are stored in: files, and rows of its own; not those it refers to. */
export function sizeOf(
  { copies, subagents }: Conversation,
  databases: Databases,
): number | undefined {
  let size = 0;
  for (const { id, path, bytes } of copies) {
    const own = bytes ?? sizeIn(databases.open(path), id);
    if (own === undefined) return undefined;
    size += own;
  }
  for (const subagent of subagents) {
    const below = sizeOf(subagent, databases);
    if (below === undefined) return undefined;
    size += below;
  }
  return size;
}

function sizeIn(database: Database, id: string): number | undefined {
  const rows = keyValues(database, "cursorDiskKV");
  return rows && database.snapshot(() => sizeOfRows(rows, id));
}

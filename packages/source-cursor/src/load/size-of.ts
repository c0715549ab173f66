import { type Databases, keyValues } from "@chatexport/sqlite";
import type { Conversation } from "../conversation/group-copies.js";
import { partPrefixes } from "../rows/keys.js";

/** The bytes that a conversation and its sub-agents are stored in: files, and rows of its own; not those it refers to. */
export function sizeOf(conversation: Conversation, databases: Databases): number | undefined {
  let sum = 0;
  for (const size of sizesOf(conversation, databases)) {
    if (size === undefined) return undefined;
    sum += size;
  }
  return sum;
}

function* sizesOf(
  { copies, subagents }: Conversation,
  databases: Databases,
): Generator<number | undefined> {
  for (const { id, path, bytes } of copies)
    if (bytes !== undefined) yield bytes;
    else {
      const database = databases.open(path);
      const rows = keyValues(database, "cursorDiskKV");
      const prefixes = [`composerData:${id}`, ...partPrefixes(id)];
      yield* database.snapshot(() => prefixes.map((prefix) => rows?.size(prefix)));
    }
  for (const subagent of subagents) yield* sizesOf(subagent, databases);
}

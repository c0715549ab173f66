import { messageOf, type SessionRef } from "@chatexport/core";
import { sessionKey } from "@chatexport/core/read";
import { filesOf, type Partition, partitionIn, pathOf } from "./partitions.js";
import { readTable } from "./read-table.js";

/** A session of which all rows are in the tables. */
interface CompleteSession {
  revision: string;
  partition: Partition;
}

/** The sessions that the tables in a folder hold, by `keyOf`. */
export type CompleteSessions = ReadonlyMap<string, CompleteSession>;

/** Names a session as its rows do, which hold no half characters. */
export function keyOf({ source, id }: Pick<SessionRef, "source" | "id">): string {
  return sessionKey({ source, id: id.toWellFormed() });
}

/**
 * Reads which sessions are in the tables: those of the table `sessions`, which is written last. Throws, with a
 * remedy, for a file of it that is damaged.
 */
export async function readComplete(folder: string): Promise<CompleteSessions> {
  const complete = new Map<string, CompleteSession>();
  for (const name of filesOf("sessions", folder)) {
    const partition = partitionIn(name);
    if (!partition) continue;
    const path = pathOf(folder, name);
    try {
      for await (const row of readTable(path, ["session_id", "revision"])) {
        const { session_id: id, revision } = row;
        if (typeof id !== "string" || typeof revision !== "string") continue;
        complete.set(keyOf({ source: partition.source, id }), { revision, partition });
      }
    } catch (cause) {
      throw new Error(
        `${path} is damaged (${messageOf(cause)}): take it from a backup, or remove it to have its sessions written anew`,
        { cause },
      );
    }
  }
  return complete;
}

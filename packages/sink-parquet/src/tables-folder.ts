import {
  compareStrings,
  type DatasetContext,
  type DatasetFile,
  type DatasetPlan,
  type LeftOutSession,
  type ListedContent,
  type SessionRef,
  type WrittenDataset,
} from "@chatexport/core";
import { lockDataset, sessionFailed } from "@chatexport/core/host";
import { keyOf, readComplete } from "./complete-sessions.js";
import { beginManifest, refuseOther, writeManifest } from "./manifest.js";
import type { ParquetOptions } from "./options.js";
import { openPartition, type PartitionWriter } from "./partition-writer.js";
import { fileOf, type Partition, partitionOf } from "./partitions.js";
import { rowsOfSession, type TableRow } from "./rows-of-session.js";

/** A session that has to be written, and where its rows go. */
interface Outdated {
  ref: SessionRef;
  partition: Partition;
}

/**
 * Says which sessions the tables in a folder have not as they are. Throws for a folder that holds something
 * else, and for tables that cannot be read.
 */
export async function planTables(
  refs: readonly SessionRef[],
  context: DatasetContext,
  options: ParquetOptions,
): Promise<DatasetPlan> {
  const { folder, revisionOf, isForced } = context;
  refuseOther(folder);
  const complete = await readComplete(folder);
  const outdated = new Map<string, Outdated>();
  for (const ref of refs) {
    const key = keyOf(ref);
    const earlier = complete.get(key);
    if (!isForced && earlier?.revision === revisionOf(ref)) continue;
    // Once it is in a month, it stays there. Of two copies, hosts name the newer one first.
    if (!outdated.has(key))
      outdated.set(key, { ref, partition: earlier?.partition ?? partitionOf(ref) });
  }
  const sorted = [...outdated.values()].sort(inOrder);
  const partitions = new Map(sorted.map(({ ref, partition }) => [ref, partition]));
  const known = new Set([...complete.keys(), ...refs.map(keyOf)]);
  return {
    outdated: sorted.map(({ ref }) => ({
      ref,
      state: complete.has(keyOf(ref)) ? "changed" : "new",
    })),
    write: (sessions) => writeTables(sessions, { partitions, known, context, options }),
  };
}

/** By the place of their files, and there by id. */
function inOrder(a: Outdated, b: Outdated): number {
  const [first, second] = [fileOf("sessions", a.partition), fileOf("sessions", b.partition)];
  return (
    compareStrings(first, second) ||
    compareStrings(a.ref.id.toWellFormed(), b.ref.id.toWellFormed())
  );
}

/** The facts that writing needs besides the sessions. */
interface Writing {
  partitions: ReadonlyMap<SessionRef, Partition>;
  /** The keys of all sessions that the tables have or that were listed. */
  known: ReadonlySet<string>;
  context: DatasetContext;
  options: ParquetOptions;
}

async function writeTables(
  sessions: AsyncIterable<ListedContent>,
  { partitions, known, context, options }: Writing,
): Promise<WrittenDataset> {
  const { folder, revisionOf, signal, wait } = context;
  const { lock, staging } = await lockDataset(folder, { signal, wait });
  const files: DatasetFile[] = [];
  const leftOut: LeftOutSession[] = [];
  let open: { partition: Partition; writer: PartitionWriter } | undefined;
  try {
    // Before all else, so that a folder says what it is when the work is interrupted.
    await beginManifest(folder, staging);
    const complete = await readComplete(folder);
    const begin = (partition: Partition) => ({
      partition,
      writer: openPartition(partition, {
        ...{ folder, staging },
        isComplete(id) {
          const own = complete.get(keyOf({ source: partition.source, id }));
          return own !== undefined && isSame(own.partition, partition);
        },
      }),
    });
    for await (const { ref, session } of sessions) {
      lock.heartbeat();
      const partition = partitions.get(ref) ?? partitionOf(ref);
      if (open && !isSame(open.partition, partition)) {
        files.push(...(await open.writer.close()));
        open = undefined;
      }
      const facts = {
        ...options,
        revision: revisionOf(ref),
        isKnown: (id: string) => id !== ref.id && known.has(keyOf({ source: ref.source, id })),
      };
      let rows: TableRow[];
      try {
        // All before the first is written, so that none is when one cannot be made.
        rows = [...rowsOfSession(session, facts)];
      } catch (cause) {
        context.report({ ...sessionFailed("written", cause), source: ref.source, session: ref.id });
        leftOut.push({ ref, reason: "not written" });
        continue;
      }
      open ??= begin(partition);
      await open.writer.add(ref.id.toWellFormed(), rows);
    }
    if (open) files.push(...(await open.writer.close()));
    open = undefined;
    await writeManifest(folder, staging);
    return { files, leftOut };
  } finally {
    open?.writer.abandon();
    lock.release();
  }
}

function isSame(a: Partition, b: Partition): boolean {
  return a.source === b.source && a.month === b.month;
}

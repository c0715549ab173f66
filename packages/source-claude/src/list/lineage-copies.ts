import { type Context, compareStrings } from "@chatexport/core";
import { attempt, remembered } from "@chatexport/core/read";
import type { ScannedTranscript } from "../head/scan-head.js";
import type { TranscriptFile } from "../locate/contents.js";
import type { StoreFile } from "../locate/disk.js";
import { transcriptId } from "../locate/file-kinds.js";
import { areForks } from "./forks.js";
import { identities, isBeginningOf, lastUuid, uuidsIn } from "./same-records.js";

/**
 * For each transcript of a group whose every message another one has: that other one, which is no
 * copy itself. Of transcripts with the same messages the largest stays, else the newest. Forks are
 * sessions of their own.
 */
export async function containersOf(
  group: readonly ScannedTranscript[],
  context: Context,
): Promise<Map<TranscriptFile, TranscriptFile>> {
  const containers = new Map<TranscriptFile, TranscriptFile>();
  const isInside = comparison(group, context);
  let kept: ScannedTranscript[] = [];
  for (const each of [...group].sort(bySize)) {
    for (const other of kept) {
      if (await isInside(each, other)) containers.set(each.file, other.file);
      else if (await isInside(other, each)) containers.set(other.file, each.file);
      if (containers.has(each.file)) break;
    }
    // Copies are compared no further, so that no two contain each other.
    kept = [...kept, each].filter(({ file }) => !containers.has(file));
  }
  return new Map([...containers.keys()].map((copy) => [copy, outermost(copy, containers)]));
}

/** Copies with those sub-agents that only they have; those that it has as well are copies, too. */
export function copiesWithAgents(
  { agents }: TranscriptFile,
  copies: readonly TranscriptFile[],
): TranscriptFile[] {
  const known = [...agents];
  return copies.flatMap((copy) => {
    const own: StoreFile[] = [];
    const copied: TranscriptFile[] = [];
    for (const agent of copy.agents) {
      const id = transcriptId(agent.path);
      // What cannot be read is no copy: loading tells what is wrong with it.
      const same = known.some(
        (other) =>
          transcriptId(other.path) === id && attempt(() => isBeginningOf(agent, other)) === true,
      );
      if (same) copied.push({ ...agent, id, folder: copy.folder, agents: [], companions: [] });
      else own.push(agent);
    }
    known.push(...own);
    return [{ ...copy, agents: own }, ...copied];
  });
}

/** Tells if one transcript of a group has all messages of another one of it. */
function comparison(
  group: readonly ScannedTranscript[],
  context: Context,
): (each: ScannedTranscript, other: ScannedTranscript) => Promise<boolean> {
  // Each file is read at most once for each of these, and most are never needed.
  const last = remembered(({ file }: ScannedTranscript) => lastUuid(file));
  const found = remembered(({ file }: ScannedTranscript) => {
    const uuids = new Set(group.flatMap((each) => last(each) ?? []));
    return uuidsIn(file.path, uuids, context);
  });
  const known = remembered(async ({ file }: ScannedTranscript) => {
    const all = new Set<string>();
    for await (const identity of identities(file.path, context)) if (identity) all.add(identity);
    return all;
  });
  const isInside = async (each: ScannedTranscript, other: ScannedTranscript): Promise<boolean> => {
    if (areForks(each, other)) return false;
    const starts = new Set([each, other].flatMap(({ scan }) => scan.start ?? []));
    if (starts.size > 1) return false;
    if (isBeginningOf(each.file, other.file)) return true;
    const uuid = last(each);
    if (uuid !== undefined && !(await found(other)).has(uuid)) return false;
    const all = await known(other);
    let count = 0;
    for await (const identity of identities(each.file.path, context)) {
      // A message without an identity cannot be told from others.
      if (identity === undefined || !all.has(identity)) return false;
      count++;
    }
    return count > 0;
  };
  return async (each, other) => {
    try {
      return await isInside(each, other);
    } catch {
      context.signal.throwIfAborted();
      // What cannot be read is listed on its own; loading tells what is wrong with it.
      return false;
    }
  };
}

function bySize({ file: a }: ScannedTranscript, { file: b }: ScannedTranscript): number {
  return b.size - a.size || b.modified - a.modified || compareStrings(a.path, b.path);
}

function outermost(
  copy: TranscriptFile,
  containers: ReadonlyMap<TranscriptFile, TranscriptFile>,
): TranscriptFile {
  let container = copy;
  for (let next = containers.get(copy); next; next = containers.get(next)) container = next;
  return container;
}

import { type Context, compareStrings, type Parent, present } from "@chatexport/core";
import { addToList } from "@chatexport/core/read";
import { copiedTranscript } from "../diagnostics.js";
import type { Original } from "../head/locator.js";
import type { ScannedTranscript } from "../head/scan-head.js";
import type { TranscriptFile } from "../locate/contents.js";
import { isUuid } from "../records/records.js";
import { byAge, namedBy, type Order, withOrigins } from "./forks.js";
import { containersOf, copiesWithAgents } from "./lineage-copies.js";
import { listedIds, parentsOf } from "./lineage-parents.js";

/** The relation of a transcript to others. */
export interface Lineage {
  /** Transcripts whose every record is in this one. */
  copies: TranscriptFile[];
  /** Transcripts from which records of this one may have been copied, the oldest first. */
  originals: Original[];
  /** The session that this one continues or was forked from. */
  parent?: Parent;
}

/**
 * Finds out which transcripts are one history: until about 2.0 resuming copied the old records into
 * a new file, forks do so still, and people copy files. A transcript whose every message another
 * one has is a copy and has no entry of its own, unless it is a session that was forked. Reports
 * each copy.
 */
export async function findLineage(
  seen: readonly ScannedTranscript[],
  context: Context,
): Promise<Map<TranscriptFile, Lineage>> {
  const byPath = [...seen].sort((a, b) => compareStrings(a.file.path, b.file.path));
  const named = await withOrigins(byPath, context);
  const older = byAge(named);
  const sorted = named.sort(older);
  const containers = new Map<TranscriptFile, TranscriptFile>();
  for (const group of groupsOf(sorted))
    for (const [copy, container] of await containersOf(group, context))
      containers.set(copy, container);

  const kept = sorted.filter(({ file }) => !containers.has(file));
  const listedId = listedIds(sorted, containers);
  const { originals, predecessors } = earlierOf(kept, listedId, older);
  const parents = parentsOf(sorted, kept, listedId, predecessors);

  const copies = new Map<TranscriptFile, TranscriptFile[]>();
  for (const [copy, container] of containers) addToList(copies, container, copy);
  const lineages = new Map<TranscriptFile, Lineage>();
  for (const { file } of kept) {
    const ordered = (copies.get(file) ?? []).sort((a, b) => compareStrings(a.path, b.path));
    const own = copiesWithAgents(file, ordered);
    for (const { path } of own) context.report(copiedTranscript(path));
    const before = (originals.get(file) ?? []).map(({ file: { id, path } }) => ({ id, path }));
    lineages.set(file, present({ copies: own, originals: before, parent: parents.get(file) }));
  }
  return lineages;
}

/** The transcripts that may contain each other: they have the same name or the same first turn. */
function groupsOf(seen: readonly ScannedTranscript[]): Set<ScannedTranscript[]> {
  const groups = new Map<string, ScannedTranscript[]>();
  for (const each of seen) {
    const [first, second] = [...keysOf(each)].map((key) => groups.get(key));
    const group = first ?? second ?? [];
    const members = first && second && first !== second ? [...second, each] : [each];
    for (const member of members) {
      group.push(member);
      for (const key of keysOf(member)) groups.set(key, group);
    }
  }
  return new Set(groups.values());
}

function keysOf({ file, scan }: ScannedTranscript): Set<string> {
  return new Set([idKey(file.id), beginningOf({ file, scan })]);
}

/** Transcripts of which it is the same share their beginning, or may do so when it was not seen. */
function beginningOf({ file, scan: { start } }: ScannedTranscript): string {
  return start === undefined ? idKey(file.id) : `start ${start}`;
}

/**
 * The first response of a transcript: where copies have new times, and even new uuids, they share the
 * response alone.
 */
function firstResponseOf({ file, scan: { firstResponse } }: ScannedTranscript): string[] {
  // Files that the tool did not write may have any ids.
  return firstResponse && isUuid(file.id) ? [`response ${firstResponse}`] : [];
}

function idKey(id: string): string {
  return `id ${id}`;
}

/** For each transcript those before it that share its beginning, and the one that it names. */
function earlierOf(
  kept: readonly ScannedTranscript[],
  listedId: (id: string) => string,
  older: Order,
) {
  const originals = new Map<TranscriptFile, ScannedTranscript[]>();
  const predecessors = new Map<TranscriptFile, ScannedTranscript>();
  const earlier = new Map<string, ScannedTranscript[]>();
  for (const each of kept) {
    const { file, scan } = each;
    const keys = [beginningOf(each), ...firstResponseOf(each)];
    const siblings = [...new Set(keys.flatMap((key) => earlier.get(key) ?? []))].sort(older);
    const origin = namedBy(each);
    const named = origin === undefined ? [] : (earlier.get(idKey(listedId(origin))) ?? []);
    originals.set(file, [...new Set([...siblings, ...named])].sort(older));
    const predecessor = scan.start === undefined ? undefined : siblings.at(-1);
    if (predecessor) predecessors.set(file, predecessor);
    for (const key of new Set([idKey(file.id), ...keys])) addToList(earlier, key, each);
  }
  return { originals, predecessors };
}

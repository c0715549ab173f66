import { type Context, compareStrings, type Parent, present } from "@chatexport/core";
import { addToList } from "@chatexport/core/read";
import { copiedTranscript } from "../diagnostics.js";
import type { Original } from "../head/locator.js";
import type { ScannedTranscript } from "../head/scan-head.js";
import type { TranscriptFile } from "../locate/contents.js";
import { containersOf, copiesWithAgents } from "./lineage-copies.js";
import { listedIds, parentsOf } from "./lineage-parents.js";

/** How a transcript is related to others. */
export interface Lineage {
  /** Transcripts of which every record stands in this one. */
  copies: TranscriptFile[];
  /** Transcripts from which records of this one may have been copied, the oldest first. */
  originals: Original[];
  /** The session that this one continues or was forked from. */
  parent?: Parent;
}

/**
 * Finds out which transcripts are one history: until about 2.0 resuming copied the old records into
 * a new file, and people copy files. A transcript of which every message stands in another one is a
 * copy and has no entry of its own. Reports each copy.
 */
export async function findLineage(
  seen: readonly ScannedTranscript[],
  context: Context,
): Promise<Map<TranscriptFile, Lineage>> {
  const sorted = [...seen].sort(byAge);
  const containers = new Map<TranscriptFile, TranscriptFile>();
  for (const group of groupsOf(sorted))
    for (const [copy, container] of await containersOf(group, context))
      containers.set(copy, container);

  const kept = sorted.filter(({ file }) => !containers.has(file));
  const listedId = listedIds(sorted, containers);
  const { originals, predecessors } = earlierOf(kept, listedId);
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

/** The oldest first; one that begins with the id of another session was copied from there. */
function byAge(a: ScannedTranscript, b: ScannedTranscript): number {
  return (
    Number(namesAnother(a)) - Number(namesAnother(b)) ||
    compareStrings(a.scan.head.updatedAt ?? "", b.scan.head.updatedAt ?? "") ||
    compareStrings(a.file.path, b.file.path)
  );
}

function namesAnother({ file, scan: { sessionId } }: ScannedTranscript): boolean {
  return sessionId !== undefined && sessionId !== file.id;
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

function idKey(id: string): string {
  return `id ${id}`;
}

/** For each transcript those before it that share its beginning, and the one that it names. */
function earlierOf(kept: readonly ScannedTranscript[], listedId: (id: string) => string) {
  const originals = new Map<TranscriptFile, ScannedTranscript[]>();
  const predecessors = new Map<TranscriptFile, ScannedTranscript>();
  const earlier = new Map<string, ScannedTranscript[]>();
  for (const each of kept) {
    const { file, scan } = each;
    const siblings = earlier.get(beginningOf(each)) ?? [];
    const named = namesAnother(each) ? earlier.get(idKey(listedId(scan.sessionId ?? ""))) : [];
    originals.set(file, [...new Set([...siblings, ...(named ?? [])])].sort(byAge));
    const predecessor = scan.start === undefined ? undefined : siblings.at(-1);
    if (predecessor) predecessors.set(file, predecessor);
    for (const key of keysOf(each)) addToList(earlier, key, each);
  }
  return { originals, predecessors };
}

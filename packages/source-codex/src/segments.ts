import { type JsonObject, present } from "@chatexport/core";
import { numberOf, objectOf, textOf } from "@chatexport/core/read";
import { nameOf } from "./heads.js";
import type { Thread, ThreadFile } from "./threads.js";

/** A file that messages are read from. */
export interface Segment {
  path: string;
  /** The session whose file it is, when that is another one. */
  thread?: string;
  /** From which ordinal on the file takes the place of what was before. */
  cut?: number;
  /** Only records before this ordinal belong to the session. */
  end?: number;
}

/** The files of a session in the order in which they are read, and whether there should be more before them. */
export interface Segments {
  segments: Segment[];
  isParentMissing: boolean;
}

/** The files of all sessions by the ids of the segments in them, by which the others name what they go on from. */
export function segmentFiles(threads: Iterable<Thread>): ReadonlyMap<string, ThreadFile> {
  const files = [...threads].flatMap((thread) => thread.files);
  return new Map(files.map((file) => [segmentId(file), file]));
}

/**
 * The files of a session, those of its ancestors first. Its own are all read, in their order: what a revert took
 * back becomes a branch.
 */
export function segmentsOf({ files }: Thread, byId: ReadonlyMap<string, ThreadFile>): Segments {
  const own = new Set(files.map(segmentId));
  const bases = files.map(({ head }) => baseOf(head.header));
  const [first] = bases;
  const older = first ? chainOf(first, byId, own) : noSegments;
  return {
    segments: [
      ...older.segments,
      ...files.map(({ path }, index) =>
        present<Segment>({ path, cut: index > 0 ? bases[index]?.end : undefined }),
      ),
    ],
    // Only the first file goes on from another session.
    isParentMissing:
      older.isParentMissing ||
      bases.some((base, index) => base && index > 0 && !byId.has(base.segment)),
  };
}

const noSegments: Segments = { segments: [], isParentMissing: false };

/**
 * The place of the messages before a file: in a segment and in those that this one goes on from.
 */
interface Base {
  segment: string;
  /** The first ordinal that does not belong to what goes on. */
  end: number;
}

/**
 * The segments that lead to a place in another session, without records taken back on the way or
 * written later.
 */
function chainOf(
  { segment, end }: Base,
  byId: ReadonlyMap<string, ThreadFile>,
  met: ReadonlySet<string>,
): Segments {
  const file = byId.get(segment);
  if (!file || met.has(segment)) return { segments: [], isParentMissing: true };
  const base = baseOf(file.head.header);
  const limited = base && { ...base, end: Math.min(base.end, end) };
  const older = limited ? chainOf(limited, byId, new Set([...met, segment])) : noSegments;
  return {
    ...older,
    segments: [...older.segments, { path: file.path, thread: file.head.id, end }],
  };
}

/** The name of the first file of a session ends with the id of this, that of a further one with its own. */
function segmentId(file: ThreadFile): string {
  return /_([^_]+)$/.exec(nameOf(file.path))?.[1] ?? file.head.id;
}

function baseOf(header: JsonObject): Base | undefined {
  const base = objectOf(header.history_base);
  const segment = textOf(base?.thread_id);
  const end = numberOf(base?.end_ordinal_exclusive);
  return segment === undefined || end === undefined ? undefined : { segment, end };
}

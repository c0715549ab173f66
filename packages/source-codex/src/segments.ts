import { type JsonObject, present } from "@chatexport/core";
import { numberOf, objectOf, textOf } from "@chatexport/core/read";
import type { Thread } from "./threads.js";

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

/** What a fork took from a session: records before an ordinal, as they were when the fork began. */
interface Taken {
  end: number;
  before: string | undefined;
}

/** The files of a session, those of its ancestors first. */
export function segmentsOf(
  thread: Thread | undefined,
  threads: ReadonlyMap<string, Thread>,
  taken?: Taken,
  met: readonly string[] = [],
): Segments {
  const first = thread?.files[0]?.head;
  if (!first || met.includes(thread.id)) return { segments: [], isParentMissing: true };
  const base = baseOf(first.header);
  const end = Math.min(base?.end ?? 0, taken?.end ?? Number.POSITIVE_INFINITY);
  const older =
    base && base.thread !== thread.id
      ? segmentsOf(threads.get(base.thread), threads, { end, before: first.startedAt }, [
          ...met,
          thread.id,
        ])
      : // A file that goes on from another one of the same session is not the first.
        { segments: [], isParentMissing: base !== undefined };
  // What was taken back later was still there when the fork was made.
  const files = thread.files.filter(
    ({ head: { startedAt } }, index) =>
      index === 0 || !taken?.before || !startedAt || startedAt <= taken.before,
  );
  const own = files.map(({ path, head }) => {
    const cut = baseOf(head.header);
    return present<Segment>({
      path,
      thread: taken && thread.id,
      cut: cut?.thread === thread.id ? cut.end : undefined,
      end: taken?.end,
    });
  });
  return { ...older, segments: [...older.segments, ...own] };
}

/** Where the messages before a file stand. */
function baseOf(header: JsonObject): { thread: string; end: number } | undefined {
  const base = objectOf(header.history_base);
  const thread = textOf(base?.thread_id);
  const end = numberOf(base?.end_ordinal_exclusive);
  return thread === undefined || end === undefined ? undefined : { thread, end };
}

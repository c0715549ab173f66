import { join } from "node:path";
import { compareStrings, type ListedContent, type WrittenDataset } from "@chatexport/core";
import { lockDataset, sessionFailed } from "@chatexport/core/host";
import {
  conversationOf,
  countsOf,
  linesOf,
  reasonOtherEnd,
  reasonTooShort,
} from "./conversation.js";
import { placeDataset, type Taken, type Writing } from "./place-dataset.js";
import { repeatedAmong } from "./repetition.js";
import { openStagedLines, type StagedLines } from "./staged-lines.js";

/** Writes all sessions anew; the folder holds the old data set until the new one is whole. */
export async function writeDataset(
  sessions: AsyncIterable<ListedContent>,
  writing: Writing,
): Promise<WrittenDataset> {
  const { folder, signal, wait } = writing.context;
  const { lock, staging } = await lockDataset(folder, { signal, wait });
  const staged = openStagedLines(join(staging, "lines.tmp"));
  try {
    const taken: Taken[] = [];
    for await (const content of sessions) {
      lock.heartbeat();
      taken.push(await take(content, staged, writing));
    }
    signal.throwIfAborted();
    return await placeDataset(decided(taken), staged, staging, writing);
  } finally {
    staged.remove();
    lock.release();
  }
}

async function take(
  { ref, session }: ListedContent,
  staged: StagedLines,
  { context, settings, rows }: Writing,
): Promise<Taken> {
  try {
    const counts = countsOf(session);
    const reason = reasonTooShort(counts, settings) ?? reasonOtherEnd(session, settings);
    if (reason !== undefined) return { ref, leftOut: reason };
    const { lines, reviewed } = await linesOf(session, rows, context);
    if (lines.length === 0) return { ref, leftOut: "without messages" };
    const left = reviewed === session ? counts : countsOf(reviewed);
    const tooShort = reasonTooShort(left, settings);
    if (tooShort !== undefined) return { ref, leftOut: tooShort };
    const conversation = conversationOf(reviewed, left, lines);
    return { ref, staged: { ...conversation, ref, range: staged.add(lines) } };
  } catch (cause) {
    context.signal.throwIfAborted();
    context.report({ ...sessionFailed("written", cause), source: ref.source, session: ref.id });
    return { ref, leftOut: "not written" };
  }
}

/** The sessions in the order in which they began, without those that repeat others. */
function decided(taken: readonly Taken[]): Taken[] {
  const start = ({ staged }: Taken) => staged?.startedAt ?? "";
  const ordered = taken.toSorted(
    (a, b) =>
      compareStrings(start(a), start(b)) ||
      compareStrings(a.ref.source, b.ref.source) ||
      compareStrings(a.ref.id, b.ref.id),
  );
  const repeated = repeatedAmong(ordered.flatMap(({ staged }) => staged ?? []));
  return ordered.map((each) =>
    each.staged && repeated.has(each.staged) ? { ref: each.ref, leftOut: "repeated" } : each,
  );
}

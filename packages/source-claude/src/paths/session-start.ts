import { type Defined, type JsonObject, present } from "@chatexport/core";
import {
  jsonLines,
  objectOf,
  parseLine,
  textOf,
  withoutByteOrderMark,
} from "@chatexport/core/read";
import { type Ends, headLines, linesWith, readEnds } from "../files/file-ends.js";
import type { StoreFile } from "../locate/disk.js";

/** The place to which a session belongs. */
export type SessionStart = Defined<{
  /** The directory in which it was started, or to which the tool moved it. */
  cwd: string | undefined;
  /** The session that its first records name. */
  sessionId: string | undefined;
}>;

const relocation = /"type": ?"relocated"/g;

/**
 * The place to which a transcript belongs: the directory of its first record that has one. Of a session
 * that the tool has moved (2.1.22x and later) the last notice counts. Throws for a file that cannot be
 * read.
 */
export function sessionStart({ path, size }: Pick<StoreFile, "path" | "size">): SessionStart {
  if (size === 0) return {};
  const ends = readEnds(path, size);
  const moved = relocatedTo(ends);
  let start = firstFields(headRecords(path, ends));
  // Before the first record of the conversation may stand one that is longer than all that was read.
  if (start.cwd === undefined && !ends.whole) start = firstFields(allRecords(path));
  return present({ ...start, cwd: moved ?? start.cwd });
}

function firstFields(records: Iterable<JsonObject>): SessionStart {
  let sessionId: string | undefined;
  for (const record of records) {
    sessionId ??= textOf(record.sessionId);
    const cwd = textOf(record.cwd);
    if (cwd !== undefined) return present({ cwd, sessionId });
  }
  return present({ cwd: undefined, sessionId });
}

function* headRecords(path: string, ends: Ends): Generator<JsonObject> {
  for (const line of headLines(path, ends, () => false)) {
    const record = objectOf(parseLine(withoutByteOrderMark(line)));
    if (record) yield record;
  }
}

function* allRecords(path: string): Generator<JsonObject> {
  for (const batch of jsonLines(path))
    for (const line of batch) if ("record" in line) yield line.record;
}

function relocatedTo({ head, tail }: Ends): string | undefined {
  const lines = [...linesWith(head, relocation), ...linesWith(tail, relocation)];
  const notices = lines.map((line) => objectOf(parseLine(line)) ?? {});
  const moves = notices.filter(({ type }) => type === "relocated");
  return moves.flatMap(({ relocatedCwd }) => textOf(relocatedCwd) ?? []).at(-1);
}

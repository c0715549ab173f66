import { type Context, nonEmpty, type Session, type SessionRef } from "@chatexport/core";
import { bothEnds, markCopies, readRecords, recordsOfLines } from "@chatexport/core/source";
import { type Entry, entryOf } from "./entry.js";
import { listedOf, parentFile } from "./listed.js";
import { readEntry } from "./read-entry.js";
import { Reading } from "./reading.js";

/** Loads a session. Throws when its file cannot be read. */
export async function loadSession(
  path: string,
  ref: SessionRef<string>,
  context: Context,
): Promise<Session> {
  const reading = new Reading();
  const { draft } = reading;
  const file = { path, records: recordsOfLines(path, entryOf, context), draftOf: () => draft };
  const readOne = (entry: Entry) => {
    const fate = readEntry(entry, reading);
    reading.tree.place(entry);
    return fate;
  };
  await readRecords(file, readOne, context);
  const ends = bothEnds(path);
  const listed = listedOf(ends, path);
  const origin = { path: parentFile(ends, path), sessionId: listed?.parent?.sessionId };
  markCopies(draft.messages, { ...origin, forkedAt: listed?.startedAt });
  const { active, branches } = reading.tree.lines(draft.messages);
  return draft.session({
    ...listed,
    id: ref.id,
    source: "pi",
    format: "pi/jsonl",
    title: reading.name ?? listed?.title,
    titleFrom: reading.name ? "user" : listed?.title ? "first-message" : undefined,
    messages: active,
    branches: nonEmpty(branches),
    tools: nonEmpty([...reading.tools.values()]),
    origin: { path },
    native: reading.native,
  });
}

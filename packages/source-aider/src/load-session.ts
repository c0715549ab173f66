import type { Context, Session, SessionRef } from "@chatexport/core";
import { readBytes } from "@chatexport/core/read";
import { Fields, readRecords } from "@chatexport/core/source";
import { blocksOf } from "./blocks.js";
import { Conversation, type HistoryRecord, readBlock } from "./read-block.js";
import { type Locator, sessionsIn } from "./sessions.js";

/** Loads a session. Throws when it cannot be read, or is not in its history any more. */
export async function loadSession(
  { id, locator: { path } }: SessionRef<Locator>,
  context: Context,
): Promise<Session> {
  const session = sessionsIn(path).find(({ listed }) => listed.id === id);
  if (!session) throw new Error("The history has changed since it was listed.");
  const { start, end, line, listed } = session;
  const text = readBytes(path, start, end - start).toString();
  const conversation = new Conversation();
  const { draft } = conversation;
  const file = { path, records: [recordsIn(text, line)], draftOf: () => draft };
  await readRecords(file, (record: HistoryRecord) => readBlock(record, conversation), context);
  return draft.session({
    source: "aider",
    format: "aider/markdown",
    ...listed,
    titleFrom: listed.title === undefined ? undefined : "first-message",
    toolVersion: conversation.toolVersion,
    origin: { path, at: line },
    native: conversation.native,
  });
}

function* recordsIn(text: string, firstLine: number): Generator<HistoryRecord> {
  for (const { type, line, text: own } of blocksOf(text)) {
    const fields = new Fields({}, {});
    const at = firstLine + line - 1;
    // The history may lose its beginning; a session keeps its lines.
    yield { type, id: `line-${line}`, at, fields, raw: { text: own }, text: own };
  }
}

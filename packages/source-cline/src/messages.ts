import { type Context, type JsonObject, type Message, type Part, present } from "@chatexport/core";
import { type DamagedText, listOf, objectOf, readDocument } from "@chatexport/core/read";
import { type Fate, leaveOut, readRecords, type StoredRecord } from "@chatexport/core/source";
import { contentsOf } from "./content.js";
import { fieldsOf } from "./fields.js";
import { originOf, readMessage } from "./read-message.js";
import type { Reading } from "./reading.js";

/** Reads the messages of a session of Cline 4, or of a sub-agent. Throws when the file cannot be read. */
export async function readMessages(
  path: string,
  reading: Reading,
  context: Context,
): Promise<void> {
  const file = { path, records: [recordsIn(path)], draftOf: () => reading.draft };
  await readRecords(file, (record) => readMessage(record, reading), context);
}

/**
 * Reads the summaries that took the place of messages. The messages that they left are those of the session; one
 * with a text that the session has not is unknown.
 */
export async function readCompactions(
  path: string,
  reading: Reading,
  context: Context,
): Promise<void> {
  const { draft } = reading;
  const count = draft.messages.length;
  const said = new Set(draft.messages.flatMap(({ parts }) => textsIn(parts)));
  const isSaid = (text: string) => said.has(text) || notice.test(text);
  const file = { path, records: [recordsIn(path)], draftOf: () => draft };
  let createdAt: string | undefined;
  const readOne = (record: StoredRecord): Fate => {
    if (record.type === "compaction")
      return readMessage(present({ ...record, createdAt }), reading);
    const { type, fields } = record;
    if (type === "session") createdAt = record.createdAt;
    if (type === "session") fields.text("system_prompt");
    else originOf(fields);
    const isRepeated =
      type === "session"
        ? createdAt !== undefined
        : contentsOf(fields)?.parts.every((part) => textsIn([part]).every(isSaid));
    return isRepeated ? leaveOut(fields, "repeated") : "unknown";
  };
  await readRecords(file, readOne, context);
  for (const summary of draft.messages.splice(count)) placeByTime(summary, draft.messages);
}

/** The text that 3.0.65 adds to a prompt in place of the calls after it, which the session has. */
const notice = /^<SYSTEM_NOTICE>\nEarlier context was compacted\./;

function textsIn(parts: readonly Part[]): string[] {
  return parts.flatMap((part) => (part.type === "text" ? part.text : []));
}

function placeByTime(message: Message, messages: Message[]): void {
  const time = message.createdAt;
  const found = messages.findIndex(({ createdAt = "" }) => time !== undefined && createdAt > time);
  const at = found === -1 ? messages.length : found;
  const [before, after] = [messages[at - 1], messages[at]];
  if (before) message.parentId = before.id;
  if (after) after.parentId = message.id;
  messages.splice(at, 0, message);
}

/** The records of a document, or what is left of it when it is damaged. */
function recordsIn(path: string): (StoredRecord | DamagedText)[] {
  const document = readDocument(path);
  return "record" in document ? sessionRecords(document.record) : [document];
}

/** The document itself is a record, and so is each message in it. */
function sessionRecords(document: JsonObject): StoredRecord[] {
  const fields = fieldsOf(document);
  const messages = listOf(fields.fitting("messages", Array.isArray)) ?? [];
  const createdAt = fields.time("updated_at");
  const session = { type: "session", at: "document", createdAt, fields, raw: document };
  return [present<StoredRecord>(session), ...messages.map(messageRecord)];
}

/** A message as a record. */
export function messageRecord(message: unknown, index: number): StoredRecord {
  const raw = objectOf(message) ?? { message: message as never };
  const fields = fieldsOf(raw);
  const metadata = fields.object("metadata");
  const kind = metadata?.word(["compaction", "compaction_summary"], "kind");
  const isError = metadata?.word(["error"], "displayRole");
  const isSummary = fields.fitting("isSummary", (value) => value === true);
  const role = fields.text("role") ?? fields.word(["reasoning"], "type") ?? "none";
  return present<StoredRecord>({
    id: fields.text("id"),
    type: kind || isSummary ? "compaction" : isError ? "error" : role,
    at: `messages/${index}`,
    createdAt: fields.time("ts"),
    fields,
    raw,
  });
}

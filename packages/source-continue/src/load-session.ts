import type { Context, JsonObject, Session } from "@chatexport/core";
import { listOf, objectOf, readDocument } from "@chatexport/core/read";
import { readRecords, type StoredRecord } from "@chatexport/core/source";
import { fieldsOf } from "./fields.js";
import { listedOf, ownTitle } from "./listed.js";
import { Conversation, readItem } from "./read-item.js";

/** Loads a session. Throws when its file cannot be read. */
export async function loadSession(path: string, id: string, context: Context): Promise<Session> {
  const conversation = new Conversation();
  const { draft } = conversation;
  const document = readDocument(path);
  const records = "record" in document ? recordsIn(document.record) : [document];
  const file = { path, records: [records], draftOf: () => draft };
  await readRecords(file, (record) => readItem(record, conversation), context);
  const listed = listedOf(path);
  return draft.session({
    id,
    source: "continue",
    format: "continue/json",
    ...listed,
    titleFrom: titleFrom(conversation.title, listed?.title),
    model: conversation.model,
    origin: { path },
    native: conversation.native,
  });
}

function titleFrom(told: string | undefined, title: string | undefined): Session["titleFrom"] {
  if (ownTitle(told) !== undefined) return "generated";
  return title === undefined ? undefined : "first-message";
}

/** The document itself is a record, and so is each item of its history. */
function recordsIn(document: JsonObject): StoredRecord[] {
  const fields = fieldsOf(document);
  const session: StoredRecord = { type: "session", at: "document", fields, raw: document };
  const timeline = listOf(fields.object("history")?.fitting("timeline", Array.isArray));
  if (timeline) return [session, ...timeline.map(stepRecord)];
  const history = listOf(fields.fitting("history", Array.isArray)) ?? [];
  return [session, ...history.map(itemRecord)];
}

function stepRecord(step: unknown, index: number): StoredRecord {
  const raw = objectOf(step) ?? { item: step as never };
  return { type: "step", at: `history/timeline/${index}`, fields: fieldsOf(raw), raw };
}

function itemRecord(item: unknown, index: number): StoredRecord {
  const raw = objectOf(item) ?? { item: item as never };
  const envelope = fieldsOf(raw);
  const fields = envelope.object("message") ?? fieldsOf({});
  const type = fields.word(["user", "assistant", "system", "thinking", "tool"], "role") ?? "none";
  return { type, at: `history/${index}`, fields, envelope, raw };
}

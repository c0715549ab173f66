import {
  type Context,
  type JsonObject,
  type Message,
  present,
  type Session,
  type SessionRef,
} from "@chatexport/core";
import {
  Draft,
  type Fate,
  type Holder,
  readRecords,
  recordReaders,
  recordsOfLines,
  type StoredRecord,
} from "@chatexport/core/source";
import { aboutChat, callOf, fieldsOf, timeOf } from "./records.js";

/** A chat while its records are read. */
interface Chat extends Holder {
  /** Read from its first record. */
  about?: ReturnType<typeof aboutChat>;
  draft: Draft;
  /** Of all records that have one. */
  times: string[];
}

/** Reads a chat from its first line to its last. */
export async function loadChat(path: string, ref: SessionRef, context: Context): Promise<Session> {
  const chat: Chat = { draft: new Draft(), times: [] };
  const records = recordsOfLines(path, recordOf, context);
  const readOne = (record: StoredRecord) => {
    if (record.createdAt) chat.times.push(record.createdAt);
    return read(record, chat);
  };
  await readRecords({ path, records, draftOf: () => chat.draft }, readOne, context);
  return sessionOf(chat, ref.id, path);
}

function recordOf(raw: JsonObject, at: number): StoredRecord {
  const fields = fieldsOf(raw);
  const createdAt = timeOf(fields);
  const type = fields.text("type") ?? "none";
  return present<StoredRecord>({ at, type, createdAt, fields, raw });
}

/** Adds to a chat what a record says, by its type. */
const read = recordReaders<StoredRecord, [Chat]>({
  chat: readBeginning,
  prompt: (record, chat) => readText(record, "user", chat),
  answer: (record, chat) => readText(record, "assistant", chat),
  tool: readCall,
  // The size of the terminal says nothing about the conversation.
  window: { skipped: "bookkeeping" },
});

function readBeginning({ fields }: StoredRecord, chat: Chat): Fate {
  if (chat.about) return "unknown";
  chat.about = aboutChat(fields);
  return { kept: chat };
}

function readText(record: StoredRecord, role: Message["role"], chat: Chat): Fate {
  const text = record.fields.text("text");
  if (text === undefined) return "unknown";
  const message = begin(record, role, chat);
  message.parts.push({ type: "text", text });
  return { kept: message };
}

/** A call and the answer before it are one response of the model. */
function readCall(record: StoredRecord, chat: Chat): Fate {
  const call = callOf(record);
  if (!call) return "unknown";
  const last = chat.draft.messages.at(-1);
  const message = last?.role === "assistant" ? last : begin(record, "assistant", chat);
  message.parts.push(call);
  return { kept: call };
}

/** Begins a message. An answer of version 0.3 has no time of its own, but came after the record before it. */
function begin(record: StoredRecord, role: Message["role"], { draft, times }: Chat): Message {
  const { at, createdAt = times.at(-1) } = record;
  return draft.write({ at, createdAt }, role, [], {
    createdAtFrom: createdAt && !record.createdAt ? "inferred" : undefined,
    model: record.fields.text("model"),
  });
}

/** The facts that are known when everything has been read. */
function sessionOf({ draft, about, times, native }: Chat, id: string, path: string): Session {
  const { title, ...known } = about ?? {};
  return draft.session({
    id,
    source: "example",
    format: "example/jsonl",
    title,
    titleFrom: title === undefined ? undefined : "generated",
    startedAt: times[0],
    ...known,
    updatedAt: times.at(-1),
    origin: { path },
    native,
  });
}

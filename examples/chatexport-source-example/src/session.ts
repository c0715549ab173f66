import {
  type Context,
  type JsonObject,
  type Message,
  type Part,
  present,
  type Session,
  type SessionRef,
  schemaVersion,
} from "@chatexport/core";
import { readJsonLines, reportLine, TallyCounter, textOf } from "@chatexport/core/read";
import { addNative, type Fields, type Holder } from "@chatexport/core/source";
import { aboutChat, fieldsOf, partsOf, timeOf } from "./records.js";

/** A chat while its records are read. */
interface Chat extends Holder {
  /** Read from its first record. */
  about?: ReturnType<typeof aboutChat>;
  messages: Message[];
  /** Of all records that have one. */
  times: string[];
  tally: TallyCounter;
}

/** Where a record stands. */
type Place = { path: string; at: number };

/** Reads a chat from its first line to its last. */
export async function loadChat(ref: SessionRef, context: Context): Promise<Session> {
  const path = String(ref.locator);
  const chat: Chat = { messages: [], times: [], tally: new TallyCounter() };
  for await (const batch of readJsonLines(path, context)) {
    for (const line of batch) {
      chat.tally.read();
      if ("record" in line) addRecord(chat, line.record, { path, at: line.line }, context);
      else {
        chat.tally.malformed();
        reportLine(line, path, context);
      }
    }
  }
  return sessionOf(chat, ref.id, path);
}

/** Adds what a record holds. Each is counted once, whatever becomes of it. */
function addRecord(chat: Chat, record: JsonObject, origin: Place, context: Context): void {
  const fields = fieldsOf(record);
  const time = timeOf(fields);
  if (time) chat.times.push(time);
  if (record.type === "window") {
    // The size of the terminal says nothing about the conversation.
    chat.tally.skip("bookkeeping");
    return;
  }
  const about = chat.about ? undefined : aboutChat(fields);
  const parts = about ? undefined : partsOf(fields, origin.at);
  if (about) {
    chat.about = about;
    keep(chat, fields, chat);
  } else if (parts) addParts(chat, fields, origin.at, parts);
  else addUnknown(chat, record, origin, context);
}

/** Counts a record as kept. What it became a part of keeps the fields that nobody has taken. */
function keep({ tally }: Chat, fields: Fields, holder: Holder): void {
  tally.keep();
  addNative(holder, fields.rest());
  for (const name of fields.unknown) tally.unknownField("record-key", name);
}

/** Adds a text or a call. A call and the answer before it are one response of the model. */
function addParts(chat: Chat, fields: Fields, line: number, parts: Part[]): void {
  const last = chat.messages.at(-1);
  const role = fields.word(["prompt"], "type") ? "user" : "assistant";
  const isCall = parts.some(({ type }) => type === "tool-call");
  const message =
    isCall && last?.role === role ? last : messageOf(role, fields, line, [], chat.times);
  if (message !== last) chat.messages.push(message);
  message.parts.push(...parts);
  keep(chat, fields, message);
}

/** An unknown record stays as it is, at its place. */
function addUnknown(chat: Chat, record: JsonObject, origin: Place, { report }: Context): void {
  const recordType = textOf(record.type) ?? "none";
  chat.tally.unknown(recordType);
  const part: Part = { type: "unknown", recordType, native: record };
  chat.messages.push(messageOf("system", fieldsOf(record), origin.at, [part], chat.times));
  const message = "The type or shape of the record is not known; it is kept as it is.";
  report({ severity: "warning", code: "unknown-record", message, origin });
}

/** A message. An answer of version 0.3 has no time of its own, but came after the record before it. */
function messageOf(
  role: Message["role"],
  fields: Fields,
  line: number,
  parts: Part[],
  times: readonly string[],
): Message {
  const recorded = timeOf(fields);
  const createdAt = recorded ?? times.at(-1);
  return present({
    id: `line-${line}`,
    role,
    createdAt,
    createdAtFrom: createdAt && !recorded ? "inferred" : undefined,
    model: fields.text("model"),
    parts,
    origin: { at: line },
  });
}

/** What is known when everything has been read. */
function sessionOf(chat: Chat, id: string, path: string): Session {
  const { messages, times, tally, native } = chat;
  const { title, ...about } = chat.about ?? {};
  return present<Session>({
    schemaVersion,
    id,
    source: "example",
    format: "example/jsonl",
    title,
    titleFrom: title === undefined ? undefined : "generated",
    startedAt: times[0],
    ...about,
    updatedAt: times.at(-1),
    model: messages.findLast(({ model }) => model !== undefined)?.model,
    messages,
    records: tally.result(),
    origin: { path },
    native,
  });
}

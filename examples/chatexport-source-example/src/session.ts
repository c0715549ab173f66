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
import { aboutChat, partsOf, timeOf } from "./records.js";

/** A chat while its records are read. */
interface Chat {
  header?: JsonObject;
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
  const time = timeOf(record);
  if (time) chat.times.push(time);
  if (record.type === "window") {
    // The size of the terminal says nothing about the conversation.
    chat.tally.skip("bookkeeping");
  } else if (record.type === "chat" && !chat.header) {
    chat.header = record;
    chat.tally.keep();
  } else {
    const parts = partsOf(record, origin.at);
    if (parts) addParts(chat, record, origin.at, parts);
    else addUnknown(chat, record, origin, context);
  }
}

/** What was said or done. A call and the answer before it are one response of the model. */
function addParts(
  { messages, times, tally }: Chat,
  record: JsonObject,
  line: number,
  parts: Part[],
) {
  tally.keep();
  const last = messages.at(-1);
  const role = record.type === "prompt" ? "user" : "assistant";
  if (record.type === "tool" && last?.role === role) last.parts.push(...parts);
  else messages.push(messageOf(role, record, line, parts, times));
}

/** An unknown record stays as it is, at its place. */
function addUnknown(chat: Chat, record: JsonObject, origin: Place, { report }: Context): void {
  const recordType = textOf(record.type) ?? "none";
  chat.tally.unknown(recordType);
  const part: Part = { type: "unknown", recordType, native: record };
  chat.messages.push(messageOf("system", record, origin.at, [part], chat.times));
  const message = "The type or shape of the record is not known; it is kept as it is.";
  report({ severity: "warning", code: "unknown-record", message, origin });
}

/** A message. An answer of version 0.3 has no time of its own, but came after the record before it. */
function messageOf(
  role: Message["role"],
  record: JsonObject,
  line: number,
  parts: Part[],
  times: readonly string[],
): Message {
  const recorded = timeOf(record);
  const createdAt = recorded ?? times.at(-1);
  return present({
    id: `line-${line}`,
    role,
    createdAt,
    createdAtFrom: createdAt && !recorded ? "inferred" : undefined,
    model: textOf(record.model),
    parts,
    origin: { at: line },
  });
}

/** What is known when everything has been read. */
function sessionOf({ header, messages, times, tally }: Chat, id: string, path: string): Session {
  const { title, ...about } = aboutChat(header ?? {});
  return present({
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
  });
}

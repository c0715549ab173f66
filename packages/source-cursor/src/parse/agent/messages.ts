import { type CompactionPart, type Message, type Part, present } from "@chatexport/core";
import { TallyCounter } from "@chatexport/core/read";
import { addNative, type Fate, type Holder, leaveOut } from "@chatexport/core/source";
import type { AgentRecord } from "./agent-record.js";
import { cursorOptions, keepLeft } from "./fields.js";
import { uniqueIds } from "./message-facts.js";
import { type PartReading, readPart } from "./message-parts.js";
import { pairedResults } from "./results.js";
import { userText } from "./user-text.js";

/** Messages of the model, and what became of the other records. */
export interface AgentMessages {
  messages: Message[];
  /** By the id of the record; all other records are kept. */
  fates: Map<string, Exclude<Fate, { kept: Holder } | "later">>;
}

/** The agent's messages in the words of the model: results in their calls, without system prompts. */
export function agentMessages(
  records: readonly (AgentRecord | Message)[],
  tally = new TallyCounter(),
): AgentMessages {
  const fates: AgentMessages["fates"] = new Map();
  const messages: Message[] = [];
  const parts = records.flatMap((record) => ("fields" in record ? record.parts : []));
  const results = pairedResults(parts, tally);
  const uniqueId = uniqueIds();
  for (const record of records) {
    if (!("fields" in record)) {
      messages.push(record);
      continue;
    }
    const { id, at, type } = record;
    const read = readMessage(record, { results, from: type === "user" ? "upload" : "tool", tally });
    if (read === "unknown" || "skipped" in read) fates.set(id, read);
    if (read === "unknown") {
      const part: Part = { type: "unknown", recordType: type, native: record.fields.all() };
      messages.push({ id: uniqueId(id), role: "system", parts: [part], origin: { at } });
    } else if (!("skipped" in read) && read.parts.length > 0)
      messages.push({ id: uniqueId(id), ...read });
  }
  return { messages, fates };
}

/** Counts what became of a record. */
export function countRecord(
  type: string,
  fate: "unknown" | { skipped: string } | undefined,
  tally: TallyCounter,
): void {
  if (!fate) tally.keep();
  else if (fate === "unknown") tally.unknown(type);
  else tally.skip(fate.skipped);
}

/** A message while it is read; it keeps what is left of the record. */
type Begun = Omit<Message, "id" | "native"> & Holder;

function readMessage(
  record: AgentRecord,
  reading: PartReading,
): Begun | "unknown" | { skipped: string } {
  const { type, fields, parts } = record;
  if (type === "system" || type === "developer") return leaveOut(fields, "system-prompt");
  const reader = Object.hasOwn(readers, type) ? readers[type] : undefined;
  if (!reader) return "unknown";
  const message = reader(record, reading);
  // What is left of a result, and of the message of a tool, is where its call is.
  const own = parts.filter(({ kind }) => kind !== "result");
  if (message.parts.length > 0) {
    for (const part of own) keepLeft(message, part.fields, "part", reading.tally);
    keepLeft(message, fields, "message", reading.tally);
    return message;
  }
  if (type === "tool" && own.length < parts.length) return message;
  const left = [fields, ...own.map((part) => part.fields)];
  const isEmpty = left.every((each) => !each.rest() || each.unknown.length === 0);
  return isEmpty ? { skipped: "empty" } : "unknown";
}

const readers: Readonly<Record<string, (record: AgentRecord, reading: PartReading) => Begun>> = {
  assistant: (record, reading) =>
    present({
      role: "assistant",
      model: modelOf(record),
      parts: record.parts.flatMap((part) => readPart(part, reading)),
      origin: { at: record.at },
    }),
  tool: ({ at, parts }, reading) => ({
    role: "system",
    parts: parts.flatMap((part) => readPart(part, reading)),
    origin: { at },
  }),
  user: userMessage,
};

function userMessage({ at, fields, parts: stored }: AgentRecord, reading: PartReading): Begun {
  const cursor = cursorOptions(fields);
  const isReminder = cursor?.flag("loopReminder");
  const parts: Part[] = [];
  let createdAt: string | undefined;
  for (const part of stored) {
    const text = part.kind === "text" ? part.fields.string("text") : undefined;
    if (text === undefined) {
      parts.push(...readPart(part, reading));
      continue;
    }
    const read = userText(text);
    const [first] = read.parts;
    if (first?.type === "text") keepLeft(first, part.fields, "part", reading.tally);
    parts.push(...(isReminder ? read.parts.map(asReminder) : read.parts));
    createdAt ??= read.createdAt;
  }
  const origin = { at };
  if (cursor?.flag("isSummary") && parts.length > 0) {
    const texts = parts.filter((part) => part.type === "text");
    const summary = texts.map(({ text }) => text).join("\n\n");
    const compaction: CompactionPart = { type: "compaction", summary };
    for (const { native } of texts) addNative(compaction, native);
    const others = parts.filter(({ type }) => type !== "text");
    return { role: "system", parts: [compaction, ...others], origin };
  }
  const [first] = parts;
  const isTools = parts.every((part) => part.type === "text" && part.synthetic !== undefined);
  return present({
    role: "user",
    createdAt,
    parts,
    synthetic: isTools && first?.type === "text" ? first.synthetic : undefined,
    origin,
  });
}

/** Cursor reminds a model that repeats itself, in the words of the user. */
function asReminder(part: Part): Part {
  return part.type === "text" ? { synthetic: "reminder", ...part } : part;
}

/** The model that wrote a message, which the parts name rather than the message. */
function modelOf({ fields, parts }: AgentRecord): string | undefined {
  const noted = [fields, ...parts.map((part) => part.fields)].map(cursorOptions);
  const model =
    noted.reduce<string | undefined>(
      (found, options) => found ?? options?.text("modelName"),
      undefined,
    ) ?? modelIn(fields);
  for (const options of noted) options?.fitting("modelName", (name) => name === model);
  return model;
}

function modelIn(fields: AgentRecord["fields"]): string | undefined {
  return (
    fields.object("message")?.text("model") ??
    fields.text("model") ??
    fields.object("metadata")?.text("model")
  );
}

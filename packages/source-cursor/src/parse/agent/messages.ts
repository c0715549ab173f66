import { type JsonObject, type Message, type Part, present } from "@chatexport/core";
import { objectsOf, stringOf, type TallyCounter, textOf, wordOf } from "@chatexport/core/read";
import { countUnknownFields, messageFields, partFields } from "../known-fields.js";
import { type AgentRecord, cursorOptions, partsOf, restOf } from "./agent-record.js";
import { uniqueIds } from "./message-facts.js";
import { type PairedResults, readPart } from "./message-parts.js";
import { pairedResults } from "./results.js";
import { userText } from "./user-text.js";

/** Why a record is not simply kept. */
type Fate = { skipped: string } | { unknown: string };

/** Messages of the model, and what became of the other records. */
export interface AgentMessages {
  messages: Message[];
  /** By the id of the record; all other records are kept. */
  fates: Map<string, Fate>;
}

/** The agent's messages in the words of the model: results in their calls, without system prompts. */
export function agentMessages(records: readonly (AgentRecord | Message)[]): AgentMessages {
  const fates = new Map<string, Fate>();
  const messages: Message[] = [];
  const results = pairedResults(
    records.flatMap((record) => ("message" in record ? partsOf(record) : [])),
  );
  const uniqueId = uniqueIds();
  for (const record of records) {
    if (!("message" in record)) {
      messages.push(record);
      continue;
    }
    const message = messageOf(record, results);
    if ("skipped" in message) fates.set(record.id, message);
    else if ("unknown" in message) {
      fates.set(record.id, message);
      const { id, at, message: native } = record;
      const part: Part = { type: "unknown", recordType: message.unknown, native };
      messages.push({ id: uniqueId(id), role: "system", parts: [part], origin: { at } });
    } else if (message.parts.length > 0) messages.push({ ...message, id: uniqueId(message.id) });
  }
  return { messages, fates };
}

/** Counts the fields of records that are not known. */
export function countFields(
  records: readonly (AgentRecord | Message)[],
  tally: TallyCounter,
): void {
  for (const record of records) {
    if (!("message" in record)) continue;
    countUnknownFields(record.message, "message", messageFields, tally);
    for (const { value } of partsOf(record)) countUnknownFields(value, "part", partFields, tally);
  }
}

/** Counts what became of a record. */
export function countRecord(fate: Fate | undefined, tally: TallyCounter): void {
  if (!fate) tally.keep();
  else if ("skipped" in fate) tally.skip(fate.skipped);
  else tally.unknown(fate.unknown);
}

function messageOf(record: AgentRecord, results: PairedResults): Message | Fate {
  const { id, at, message } = record;
  const origin = { at };
  const role = wordOf(message.role);
  if (role === "system" || role === "developer") return { skipped: "system-prompt" };
  if (role === "user") return userMessage(record, results);
  const parts = partsOf(record).flatMap((part) => readPart(part, results));
  if (role === "tool") return { id, role: "system", parts, origin };
  if (role !== "assistant") return { unknown: role };
  if (parts.length === 0) return { skipped: "empty" };
  const native = restOf(message, messageFields);
  return present({ id, role: "assistant", model: modelOf(message), parts, origin, native });
}

function userMessage(record: AgentRecord, results: PairedResults): Message | Fate {
  const { id, at, message } = record;
  const cursor = cursorOptions(message);
  const parts: Part[] = [];
  let createdAt: string | undefined;
  for (const part of partsOf(record)) {
    const { value } = part;
    const text = value.type === "text" ? stringOf(value.text) : undefined;
    if (text === undefined) {
      parts.push(...readPart(part, results, "upload"));
      continue;
    }
    const read = userText(text);
    parts.push(...(cursor?.loopReminder === true ? read.parts.map(asReminder) : read.parts));
    createdAt ??= read.createdAt;
  }
  if (parts.length === 0) return { skipped: "empty" };
  const origin = { at };
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  if (cursor?.isSummary === true)
    return {
      id,
      role: "system",
      parts: [{ type: "compaction", summary: texts.join("\n\n") }],
      origin,
    };
  const [first] = parts;
  const isTools = parts.every((part) => part.type === "text" && part.synthetic !== undefined);
  return present({
    id,
    role: "user",
    createdAt,
    parts,
    synthetic: isTools && first?.type === "text" ? first.synthetic : undefined,
    origin,
    native: restOf(message, messageFields),
  });
}

/** Cursor reminds a model that repeats itself, in the words of the user. */
function asReminder(part: Part): Part {
  return part.type === "text" ? { synthetic: "reminder", ...part } : part;
}

/** The model that wrote a message, which the parts name rather than the message. */
function modelOf(message: JsonObject): string | undefined {
  const named = [message, ...objectsOf(message.content)];
  const names = named.map((value) => textOf(cursorOptions(value)?.modelName));
  return names.find((name) => name !== undefined) ?? textOf(message.model);
}

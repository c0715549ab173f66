import { type Context, type JsonObject, present } from "@chatexport/core";
import { type DamagedText, listOf, objectOf, readDocument, textOf } from "@chatexport/core/read";
import { Fields, type Holder, recordsOfLines } from "@chatexport/core/source";
import { named } from "./fields.js";
import { timeInId } from "./item-times.js";

/** A record of any era in the shape of the newest one. */
export interface CodexRecord {
  /** Line of the file, counted from 1, or the place in a single document. */
  at: number | string;
  /** Place in the thread, across its files; of older records their number in the file. */
  ordinal: number;
  createdAt?: string;
  /** The time in its id, where the line has none. */
  inferredAt?: string;
  type: string;
  /** The content of the record: a part of the line, or all of it. */
  payload: Fields;
  line: Fields;
  /** As it is stored. */
  raw: JsonObject;
  /** True when the tool wrote it twice, and this is the second time. */
  isRepeated?: boolean;
}

/** Counts records, and keeps the fields of those that count. */
export interface Ledger {
  leaveOut(record: CodexRecord, reason: string): void;
  keep(record: CodexRecord, holder: Holder): void;
}

/** A record, or what is wrong with its line. */
export type RecordOrFault = CodexRecord | DamagedText;

/** The records of a rollout file, in batches. Throws when the file cannot be read. */
export async function* recordsOf(
  path: string,
  context: Context,
): AsyncGenerator<Iterable<RecordOrFault>> {
  let ordinal = 0;
  if (path.endsWith(".json")) yield recordsOfDocument(path);
  else yield* recordsOfLines(path, (raw, line) => recordOf(raw, line, ordinal++), context);
}

/** A line with an envelope, a bare header, or a bare item. */
function recordOf(raw: JsonObject, at: CodexRecord["at"], count: number): CodexRecord {
  const line = new Fields(raw, named);
  const payload = line.object("payload");
  const type = line.text("type");
  if (payload && type !== undefined) {
    const createdAt = line.time("timestamp");
    const ordinal = line.number("ordinal") ?? count;
    return { at, ordinal, ...(createdAt !== undefined && { createdAt }), type, payload, line, raw };
  }
  const own = type === undefined ? line.text("record_type") : "response_item";
  const header = count > 0 || textOf(raw.id) === undefined ? "(none)" : "session_meta";
  const inferredAt = timeInId(raw.id);
  return present({ at, ordinal: count, inferredAt, type: own ?? header, payload: line, line, raw });
}

/** The single document of early 2025. */
function* recordsOfDocument(path: string): Generator<RecordOrFault> {
  const document = readDocument(path);
  if ("malformed" in document) {
    yield document;
    return;
  }
  const { record } = document;
  const line = new Fields(record, named);
  const payload = line.object("session") ?? new Fields({}, named);
  const raw = objectOf(record.session) ?? {};
  const items = listOf(line.fitting("items", Array.isArray)) ?? [];
  yield { at: "/session", ordinal: 0, type: "session_meta", payload, line, raw };
  for (const [index, value] of items.entries()) {
    const item = objectOf(value);
    if (item) yield recordOf(item, `/items/${index}`, index + 1);
    else yield { line: index + 1, malformed: "not-an-object", text: JSON.stringify(value) };
  }
}

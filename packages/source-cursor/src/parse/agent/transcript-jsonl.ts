import { type Context, type JsonObject, type Message, type Part, present } from "@chatexport/core";
import {
  type JsonLine,
  jsonLines,
  listOf,
  objectOf,
  reportLine,
  stringOf,
  type TallyCounter,
  textOf,
  uniqueId,
} from "@chatexport/core/read";
import { damagedNotice } from "@chatexport/core/source";
import { unknownLine } from "../../diagnostics.js";
import { messageFields, unread } from "../known-fields.js";
import type { AgentRecord } from "./agent-record.js";

/** What the lines of a transcript hold; lines that are no message are counted already. */
export type TranscriptRecords = (AgentRecord | Message)[];

/** The records of a transcript in JSON lines (2026 on); reports lines and types that are not known. */
export function readJsonl(
  path: string,
  stem: string,
  tally: TallyCounter,
  context: Context,
): TranscriptRecords {
  const records: TranscriptRecords = [];
  const unknown = new Map<string, number>();
  const ids = new Set<string>();
  for (const line of linesOf(path, context)) {
    const { line: at } = line;
    const id = uniqueId(`${stem}-${at}`, records.length, ids);
    if ("malformed" in line) {
      tally.read();
      tally.malformed();
      reportLine(line, path, context);
      records.push({ id, role: "system", parts: [damagedNotice(line)], origin: { at } });
      continue;
    }
    const { record } = line;
    const message = jsonlMessage(record);
    if (message) {
      records.push({ id, at, message });
      continue;
    }
    tally.read();
    const type = textOf(record.type) ?? "no-type";
    const part: Part | "skipped" = Object.hasOwn(handlers, type)
      ? (handlers[type]?.(record) ?? "skipped")
      : { type: "unknown", recordType: type, native: record };
    if (part === "skipped") {
      tally.skip("turn-ended");
      continue;
    }
    if (part.type === "unknown") {
      tally.unknown(type);
      if (!unknown.has(type)) unknown.set(type, at);
    } else tally.keep();
    records.push({ id, role: "system", parts: [part], origin: { at } });
  }
  for (const [type, at] of unknown) context.report(unknownLine({ path, at }, type));
  return records;
}

/** The message that a line is: `{role, message: {content}}` or what versions make of it, if it is one. */
export function jsonlMessage(record: JsonObject): JsonObject | undefined {
  const inner = objectOf(record.message);
  const isRole = record.type === "user" || record.type === "assistant";
  const role =
    stringOf(record.role) ?? stringOf(inner?.role) ?? (isRole ? stringOf(record.type) : undefined);
  if (role === undefined) return undefined;
  const content = inner?.content ?? stringOf(record.message) ?? record.content ?? record.text;
  const model =
    textOf(inner?.model) ?? textOf(record.model) ?? textOf(objectOf(record.metadata)?.model);
  const { message: _, metadata: _metadata, type: _type, ...rest } = record;
  return present({
    ...rest,
    role,
    content: content ?? [],
    model,
    message: unread(inner ?? {}, messageFields),
    metadata: unread(objectOf(record.metadata) ?? {}, messageFields),
  });
}

/** Undefined for an end of a turn of which there is nothing to say. */
type Handler = (record: JsonObject) => Part | undefined;

const handlers: Readonly<Record<string, Handler>> = {
  error: (record) => ({
    type: "notice",
    level: "error",
    text: errorText(record) ?? "An error without a message",
  }),
  turn_ended: (record) => {
    if (record.status === undefined || record.status === "success") return undefined;
    const status = stringOf(record.status) ?? "unknown";
    const error = errorText(record);
    const code = `turn-${status}`;
    return error === undefined
      ? { type: "notice", level: "info", text: `The turn ended: ${status}`, code }
      : { type: "notice", level: "warning", text: `The turn ended (${status}): ${error}`, code };
  },
};

function errorText({ error, message }: JsonObject): string | undefined {
  const texts = [error, objectOf(error)?.message, message].map(textOf);
  const details = objectOf(error) ?? listOf(error);
  return texts.find((text) => text !== undefined) ?? (details && JSON.stringify(details));
}

function* linesOf(path: string, { signal }: Context): Generator<JsonLine> {
  for (const batch of jsonLines(path)) {
    signal.throwIfAborted();
    yield* batch;
  }
}

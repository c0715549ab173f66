import { type Context, type JsonObject, type Message, present } from "@chatexport/core";
import {
  type JsonLine,
  jsonLines,
  listOf,
  objectOf,
  reportLine,
  stringOf,
  type TallyCounter,
  textOf,
} from "@chatexport/core/read";
import { unknownLine } from "../../diagnostics.js";
import type { AgentRecord } from "./agent-record.js";

/** What the lines of a transcript hold; lines that are no message are counted already. */
export type TranscriptRecords = (AgentRecord | Message)[];

/**
 * The records of a transcript in JSON lines (2026 on): messages of the user and the assistant, errors,
 * and ends of turns. Reports lines that are no record, and types that are not known.
 */
export function readJsonl(
  path: string,
  stem: string,
  tally: TallyCounter,
  context: Context,
): TranscriptRecords {
  const records: TranscriptRecords = [];
  const unknown = new Map<string, number>();
  for (const line of linesOf(path, context)) {
    if ("malformed" in line) {
      tally.read();
      tally.malformed();
      reportLine(line, path, context);
      continue;
    }
    const base = { id: `${stem}-${line.line}`, at: line.line };
    const message = jsonlMessage(line.record);
    if (message) {
      records.push({ ...base, message });
      continue;
    }
    tally.read();
    const type = textOf(line.record.type) ?? "no-type";
    const handler = Object.hasOwn(handlers, type) ? handlers[type] : undefined;
    const part = handler ? handler(line.record) : { unknown: type };
    if ("skipped" in part) tally.skip(part.skipped);
    else if ("unknown" in part) {
      tally.unknown(type);
      if (!unknown.has(type)) unknown.set(type, line.line);
      const native = line.record;
      records.push(system(base, { type: "unknown", recordType: type, native }));
    } else {
      tally.keep();
      records.push(system(base, part));
    }
  }
  for (const [type, at] of unknown) context.report(unknownLine({ path, at }, type));
  return records;
}

/**
 * The message that a line is: `{role, message: {content}}`, and what other versions make of it. Undefined
 * for a line that is none.
 */
export function jsonlMessage(record: JsonObject): JsonObject | undefined {
  const inner = objectOf(record.message);
  const role = stringOf(record.role) ?? stringOf(inner?.role) ?? roleOfType(record.type);
  if (role === undefined) return undefined;
  const content = inner?.content ?? stringOf(record.message) ?? record.content ?? record.text;
  const model =
    textOf(inner?.model) ?? textOf(record.model) ?? textOf(objectOf(record.metadata)?.model);
  const { message: _, metadata: _metadata, type: _type, ...rest } = record;
  return present({ ...rest, role, content: content ?? [], model });
}

function roleOfType(type: unknown): string | undefined {
  return type === "user" || type === "assistant" ? type : undefined;
}

function system({ id, at }: { id: string; at: number }, part: Message["parts"][number]): Message {
  return { id, role: "system", parts: [part], origin: { at } };
}

type Handler = (record: JsonObject) => Message["parts"][number] | { skipped: string };

const handlers: Readonly<Record<string, Handler>> = {
  error: (record) => ({
    type: "notice",
    level: "error",
    text: errorText(record) ?? "An error without a message",
  }),
  turn_ended: (record) => {
    if (record.status === undefined || record.status === "success")
      return { skipped: "turn-ended" };
    const status = stringOf(record.status) ?? "unknown";
    const error = errorText(record);
    return {
      type: "notice",
      level: error === undefined ? "info" : "warning",
      text:
        error === undefined ? `The turn ended: ${status}` : `The turn ended (${status}): ${error}`,
      code: `turn-${status}`,
    };
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

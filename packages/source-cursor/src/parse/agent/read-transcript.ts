import type { Context, Message, NoticePart, Session } from "@chatexport/core";
import {
  type JsonLine,
  jsonLines,
  reportLine,
  TallyCounter,
  uniqueId,
  unknownRecord,
} from "@chatexport/core/read";
import { damagedNotice, type Fields, keepRest, RepeatedRecords } from "@chatexport/core/source";
import type { Copy } from "../../conversation/copy.js";
import { says } from "../../says.js";
import { locationOfPath } from "../../workspaces/locations.js";
import { sessionOf } from "../session.js";
import { type AgentRecord, agentRecord } from "./agent-record.js";
import { readJson, readTxt } from "./early-transcripts.js";
import { fieldsOf } from "./fields.js";
import { workspacePath } from "./message-facts.js";
import { agentMessages, countRecord } from "./messages.js";

const readers: Readonly<Partial<Record<Copy["format"], typeof readJsonl>>> = {
  "cursor/transcript-jsonl": readJsonl,
  "cursor/transcript-json": readJson,
  "cursor/transcript-txt": readTxt,
};

/** The conversation in a transcript, which mostly lacks times and results. Throws for an unreadable file. */
export function readTranscript(
  { id, format, path }: Pick<Copy, "id" | "format" | "path">,
  context: Context,
): Session {
  const tally = new TallyCounter();
  const records = readers[format]?.(path, id, tally, context) ?? [];
  const { messages, fates } = agentMessages(records, tally);
  for (const record of records) {
    if (!("fields" in record)) continue;
    const { id, at, type } = record;
    tally.read();
    const fate = fates.get(id);
    countRecord(type, fate, tally);
    if (fate === "unknown") context.report(unknownRecord({ path, at }, type));
  }
  const cwd = workspacePath(messages);
  const head = cwd === undefined ? {} : locationOfPath(cwd);
  return sessionOf({ id, format, head, messages, tally, origin: { path } });
}

/** The records of a transcript in JSON lines (2026 on); reports lines and types that are not known. */
function readJsonl(
  path: string,
  stem: string,
  tally: TallyCounter,
  context: Context,
): (AgentRecord | Message)[] {
  const records: (AgentRecord | Message)[] = [];
  const repeated = new RepeatedRecords();
  const unknown = new Map<string, number>();
  const ids = new Set<string>();
  for (const line of linesOf(path, context)) {
    const { line: at } = line;
    const id = uniqueId(`${stem}-${at}`, records.length, ids);
    const add = (part: Message["parts"][number]) =>
      records.push({ id, role: "system", parts: [part], origin: { at } });
    if ("malformed" in line) {
      tally.read();
      tally.malformed();
      reportLine(line, path, context);
      add(damagedNotice(line));
      continue;
    }
    const { record } = line;
    const message = agentRecord(record, at, id);
    // A call has no id here, and an agent that waits makes the same one again.
    const hasCall = message?.parts.some(({ kind }) => kind === "call") ?? false;
    const copy: Partial<AgentRecord> = {};
    repeated.mark(copy, record);
    if (copy.isRepeated && !hasCall) {
      tally.read();
      tally.skip("repeated");
      continue;
    }
    if (message) {
      records.push(message);
      continue;
    }
    tally.read();
    const fields = fieldsOf(record);
    const type = fields.text("type") ?? "no-type";
    const notice = Object.hasOwn(notices, type) ? notices[type]?.(fields) : "unknown";
    if (notice === undefined && fields.areKnown()) tally.skip("turn-ended");
    else if (notice === undefined || notice === "unknown") {
      tally.unknown(type);
      if (!unknown.has(type)) unknown.set(type, at);
      add({ type: "unknown", recordType: type, native: record });
    } else {
      tally.keep();
      keepRest(notice, fields, type, tally);
      add(notice);
    }
  }
  for (const [type, at] of unknown) context.report(unknownRecord({ path, at }, type));
  return records;
}

/**
 * The notices of lines that are no message; undefined for an end of a turn that has nothing to
 * tell.
 */
const notices: Readonly<Record<string, (fields: Fields) => NoticePart | undefined>> = {
  error: (fields) => ({
    type: "notice",
    level: "error",
    text: errorText(fields) ?? says.error,
  }),
  turn_ended: (fields) => {
    const isFine = (status: unknown) => status === "success";
    if (!fields.names.includes("status") || fields.fitting("status", isFine)) return undefined;
    const status = fields.text("status") ?? says.noStatus;
    const error = errorText(fields);
    const code = `turn-${status}`;
    return error === undefined
      ? { type: "notice", level: "info", text: `${says.ended}: ${status}`, code }
      : { type: "notice", level: "warning", text: `${says.ended} (${status}): ${error}`, code };
  },
};

function errorText(fields: Fields): string | undefined {
  const text =
    fields.text("error") ?? fields.object("error")?.text("message") ?? fields.text("message");
  if (text !== undefined) return text;
  const details = fields.fitting("error", (error) => typeof error === "object" && error !== null);
  return details === undefined ? undefined : JSON.stringify(details);
}

function* linesOf(path: string, { signal }: Context): Generator<JsonLine> {
  for (const batch of jsonLines(path)) {
    signal.throwIfAborted();
    yield* batch;
  }
}

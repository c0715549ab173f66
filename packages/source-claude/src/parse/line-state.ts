import { type JsonObject, type Message, type Part, present } from "@chatexport/core";
import {
  objectOf,
  type TallyCounter,
  textOf,
  type UnknownTypes,
  uniqueId,
  utcTime,
} from "@chatexport/core/read";
import { addNative, type Fields, type Holder, type UnknownFlood } from "@chatexport/core/source";
import { syntheticOf } from "../records/injected-text.js";
import { repeated } from "../records/named-fields.js";
import { type OpenRecord, openRecord } from "../records/open-record.js";
import { type Entry, recordsOf } from "../records/records.js";
import type { RecordIndex } from "./record-index.js";
import type { Turn } from "./turns.js";

/** The state that the lines of a transcript share while their messages are built. */
export interface MessageContext {
  index: RecordIndex;
  /** Records before which the context was cleared. */
  cleared: ReadonlySet<JsonObject>;
  /** Fields that the session has for all records. */
  said: JsonObject;
  /** Records of the queue that are the only trace of a prompt. */
  lostPrompts: ReadonlySet<JsonObject>;
  /** Progress records whose content is in a sub-agent. */
  keptProgress: ReadonlySet<JsonObject>;
  tally: TallyCounter;
  /** The message of each turn of the tree. */
  turns: Map<Turn, Message>;
  /** Ids of messages. */
  ids: Set<string>;
  /** The message that counts the tokens of each response. */
  responses: Map<string, Message>;
  /** The message that shows each system prompt. */
  systemPrompts: Map<string, Message>;
  unknown: UnknownTypes;
  flood: UnknownFlood;
}

/** An entry whose fields are taken while it is read. */
export interface OpenEntry extends Entry, OpenRecord {
  /** The turn that it is a part of: one for all fragments of a response. */
  turn?: Turn | undefined;
}

/** The fate of a record; a record's keeper keeps the fields that nobody has taken. */
export type Fate = { kept: readonly Holder[]; unknown?: boolean } | { skipped: string } | "unknown";

/** The state gathered from one line while its records are taken one after the other. */
export interface LineState {
  context: MessageContext;
  /** The message of another line that the first one follows. */
  previous: Message | undefined;
  messages: Message[];
  /** The last one of the model. */
  response?: Message;
  /** The message of the last compaction, which may still lack its summary. */
  compaction?: Message;
  /** A request that failed, as long as nothing came of it. */
  failedTry?: Message | undefined;
  /** The commands `/compact` in it. */
  compactCommands(): string[];
}

/** Begins a message with what its record says of it, and adds it to the line. */
export function beginMessage(
  { line: at, record, fields, turn }: OpenEntry,
  role: Message["role"],
  parts: Part[],
  line: LineState,
  more: Partial<Pick<Message, "model" | "mode" | "responseId" | "stopReason" | "native">> = {},
): Message {
  const { index, said, ids, turns } = line.context;
  const cwd = fields.text("cwd");
  const version = fields.text("version");
  const message: Message = present({
    id: uniqueId(textOf(record.uuid) ?? `line-${at}`, at, ids),
    parentId: (line.messages.at(-1) ?? line.previous)?.id,
    role,
    createdAt: utcTime(record.timestamp),
    model: more.model,
    effort: fields.text("effort"),
    responseId: more.responseId,
    toolVersion: version === said.version ? undefined : version,
    mode: more.mode,
    cwd: cwd === said.cwd ? undefined : cwd,
    parts,
    copiedFrom: index.copied.originOf(record),
    stopReason: more.stopReason,
    synthetic: syntheticOf(parts),
    origin: { at },
    native: more.native,
  });
  if (turn) turns.set(turn, message);
  line.messages.push(message);
  if (role === "assistant") line.response = message;
  if (parts[0]?.type === "compaction") line.compaction = message;
  return message;
}

/** Counts a record by what became of it, and leaves to what keeps it what nobody has taken. */
export function settle(entry: OpenEntry, fate: Fate, line: LineState): void {
  const { tally } = line.context;
  const { record, fields, blockNames } = entry;
  if (fate === "unknown" || ("skipped" in fate && !leavesNothing(fields))) {
    addUnknown(entry, line);
    return;
  }
  const left = fields.rest();
  for (const name of fields.unknown) tally.unknownField("record-key", name);
  for (const name of blockNames) tally.unknownField("block-key", name);
  if ("skipped" in fate) {
    tally.skip(fate.skipped);
    return;
  }
  for (const holder of fate.kept) addNative(holder, left);
  if (fate.unknown) countUnknown(entry.line, typeOf(record), line.context);
  else tally.keep();
}

/** True when nothing is lost with a record that is left out; what records repeat are texts. */
export function leavesNothing(fields: Fields): boolean {
  for (const name of repeatedTexts) fields.text(name);
  return fields.areKnown();
}

const repeatedTexts = ["cwd", "version", "gitBranch", ...repeated];

/** Adds unknown records, as they are, at their place. */
export function addUnknown(placed: Entry & Pick<OpenEntry, "turn">, line: LineState): void {
  const { context, messages } = line;
  let at = placed.line;
  for (const record of recordsOf([placed])) {
    const recordType = typeOf(record);
    countUnknown(at, recordType, context);
    const parts = context.flood.add(recordType, record, messages.at(-1)?.parts);
    const opened = parts && openRecord(record, context.said);
    if (opened) beginMessage({ ...placed, line: at, record, ...opened }, "system", parts, line);
    at++;
  }
}

function countUnknown(at: number, type: string, { tally, unknown }: MessageContext): void {
  tally.unknown(type);
  unknown.add(type, at);
}

/** The type of a record, with the one in it by which it is told. */
function typeOf({ type, subtype, attachment }: JsonObject): string {
  const name = textOf(type) ?? "(none)";
  if (name !== "system" && name !== "attachment") return name;
  const inner = name === "system" ? subtype : objectOf(attachment)?.type;
  return `${name}/${textOf(inner) ?? "(none)"}`;
}

/** Notes the id and time of a record that became a part of a message. */
export function addRecord(message: Message, { line, record: { uuid, timestamp } }: Entry): void {
  message.fragments ??= [];
  message.fragments.push(
    present({ id: textOf(uuid) ?? `line-${line}`, createdAt: utcTime(timestamp) }),
  );
}

/** Hides an error once a retry or an answer follows it. */
export function quietFailedTry(line: LineState): void {
  const { failedTry } = line;
  const [part] = failedTry?.parts ?? [];
  if (failedTry && part?.type === "notice") {
    failedTry.parts = [{ type: "text", text: part.text, synthetic: "notification" }];
    failedTry.synthetic = "notification";
  }
  line.failedTry = undefined;
}

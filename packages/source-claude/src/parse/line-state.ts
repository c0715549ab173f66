import {
  type CopiedFrom,
  type JsonObject,
  type Message,
  type Part,
  present,
} from "@chatexport/core";
import { type TallyCounter, textOf, uniqueId, utcTime } from "@chatexport/core/read";
import { syntheticOf } from "../records/injected-text.js";
import { ownFields } from "../records/known-fields.js";
import type { Entry } from "../records/records.js";
import type { TranscriptTools } from "../tools/collect-tools.js";
import type { PlacedEntry } from "./turns.js";

/** What the lines of a transcript share while their messages are built. */
export interface MessageContext {
  tools: TranscriptTools;
  /** Where records come from that were copied from another session. */
  copied: ReadonlyMap<JsonObject, CopiedFrom>;
  /** Records before which the context was cleared. */
  cleared: ReadonlySet<JsonObject>;
  /** Working directory of the session. */
  cwd: string | undefined;
  /** The version of the tool at its start. */
  toolVersion: string | undefined;
  /** What most records repeat; see `repeatedFields`. */
  repeated: JsonObject;
  /** Records of the queue that are the only trace of a prompt. */
  lostPrompts: ReadonlySet<JsonObject>;
  /** Progress records whose content stands in a sub-agent. */
  keptProgress: ReadonlySet<JsonObject>;
  tally: TallyCounter;
  /** The message of each turn of the tree. */
  turns: Map<object, Message>;
  /** Ids of messages. */
  ids: Set<string>;
  /** The message that counts the tokens of each response. */
  responses: Map<string, Message>;
  /** The message that shows each system prompt. */
  systemPrompts: Map<string, Message>;
  /** By type the first record that is not known. */
  unknown: Map<string, Entry>;
}

/** What is gathered from one line while its records are taken one after the other. */
export interface LineState {
  context: MessageContext;
  entries: readonly PlacedEntry[];
  /** The message of another line that the first one follows. */
  previous: Message | undefined;
  messages: Message[];
  /** The last one of the model. */
  response?: Message;
  /** The message of the last compaction, which may still lack its summary. */
  compaction?: Message;
  /** A request that failed, as long as nothing came of it. */
  failedTry?: Message | undefined;
  /** The commands `/compact`, once they are looked for. */
  compactCommands?: string[];
}

/** Begins a message with what its record says of it, and adds it to the line. */
export function beginMessage(
  { line: at, record, turn }: PlacedEntry,
  role: Message["role"],
  parts: Part[],
  line: LineState,
  more: Partial<Pick<Message, "model" | "mode" | "responseId" | "stopReason" | "native">> = {},
): Message {
  const { copied, cwd, ids, repeated, toolVersion, turns } = line.context;
  const isUnknown = parts[0]?.type === "unknown" && parts[0].native === record;
  const native = { ...(isUnknown ? {} : ownFields(record, repeated)), ...more.native };
  const ownCwd = textOf(record.cwd);
  const ownVersion = textOf(record.version);
  const message: Message = present({
    id: uniqueId(textOf(record.uuid) ?? `line-${at}`, at, ids),
    parentId: (line.messages.at(-1) ?? line.previous)?.id,
    role,
    createdAt: utcTime(record.timestamp),
    model: more.model,
    effort: textOf(record.effort),
    responseId: more.responseId,
    toolVersion: ownVersion === toolVersion ? undefined : ownVersion,
    mode: more.mode,
    cwd: ownCwd === cwd ? undefined : ownCwd,
    parts,
    copiedFrom: copied.get(record),
    stopReason: more.stopReason,
    synthetic: syntheticOf(parts),
    origin: { at },
    native: Object.keys(native).length > 0 ? native : undefined,
  });
  if (turn) turns.set(turn, message);
  line.messages.push(message);
  if (role === "assistant") line.response = message;
  if (parts[0]?.type === "compaction") line.compaction = message;
  return message;
}

/** Begins a message of a record that is kept as it is, because its type is not known. */
export function beginUnknown(entry: PlacedEntry, recordType: string, line: LineState): void {
  countUnknown(entry, recordType, line.context);
  beginMessage(entry, "system", [{ type: "unknown", recordType, native: entry.record }], line);
}

/** Counts a record of a type that is not known. */
export function countUnknown(
  entry: Entry,
  recordType: string,
  { tally, unknown }: MessageContext,
): void {
  tally.unknown(recordType);
  if (!unknown.has(recordType)) unknown.set(recordType, entry);
}
